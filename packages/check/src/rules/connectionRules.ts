import { linkToSpec, listTck, type RuleTable } from "./rule.js";

/** The rules about the start of a connection, and about what the sides offer each other. */
export type ConnectionRuleCode =
  | "no_initialize"
  | "not_initialized"
  | "repeated_initialize"
  | "version_above_request"
  | "unknown_version"
  | "initialize_failed"
  | "missing_agent_info"
  | "not_supported"
  | "missing_capability"
  | "advertised_method_missing"
  | "auth_without_methods"
  | "auth_not_effective"
  | "relative_path"
  | "invalid_line"
  | "value_not_offered"
  | "incomplete_config_options"
  | "unknown_session"
  | "early_session"
  | "replay_after_response"
  | "replay_in_resume"
  | "unlisted_cwd"
  | "deleted_session_listed"
  | "repeated_delete_failed"
  | "missing_archive_state"
  | "session_not_ready"
  | "missing_resume_state"
  | "required_provider_disabled";

export const CONNECTION_RULES: RuleTable<ConnectionRuleCode> = {
  no_initialize: {
    severity: "note",
    side: "client",
    text: "A connection starts with initialize. Without it, the earlier messages are unknown.",
    link: linkToSpec("initialization"),
    tck: listTck("", ""),
  },
  not_initialized: {
    severity: "violation",
    side: "both",
    text: "The client sends initialize first, and both sides wait for its response before they send anything else.",
    link: linkToSpec("initialization"),
    tck: listTck("", ""),
  },
  repeated_initialize: {
    severity: "violation",
    side: "client",
    text: "A connection is initialized once.",
    link: linkToSpec("initialization"),
    tck: listTck("", ""),
  },
  version_above_request: {
    severity: "warning",
    side: "agent",
    text: "The agent answers with the requested version, or with the latest version that it supports. A client that requests a version may not know a higher one.",
    link: linkToSpec("initialization#version-negotiation"),
    tck: listTck("INIT-002 INIT-003", "INIT-201 INIT-003"),
  },
  unknown_version: {
    severity: "warning",
    side: "agent",
    text: "The agent answers with a version that the protocol defines.",
    link: linkToSpec("initialization#version-negotiation"),
    tck: listTck("INIT-003", "INIT-003"),
  },
  initialize_failed: {
    severity: "warning",
    side: "agent",
    text: "The agent answers a valid initialize with a version and its capabilities.",
    link: linkToSpec("initialization"),
    tck: listTck("INIT-001", "INIT-001 INIT-202"),
  },
  missing_agent_info: {
    severity: "note",
    side: "agent",
    text: "The agent gives its name and version. Version 2 requires it.",
    link: linkToSpec("initialization#implementation-information"),
    tck: listTck("INIT-004", ""),
  },
  missing_capability: {
    severity: "violation",
    side: "agent",
    text: "An agent that announces a capability also announces those that it builds on.",
    link: linkToSpec("initialization#agent-capabilities"),
    tck: listTck("", ""),
  },
  advertised_method_missing: {
    severity: "violation",
    side: "agent",
    text: "The agent implements the methods that it announces, and those that every agent has.",
    link: linkToSpec("initialization#agent-capabilities"),
    tck: listTck(
      "INIT-001 SESSION-001 LOAD-001 RESUME-001 LIST-001 DELETE-001 CLOSE-001 MODES-002 CONFIG-002 AUTH-004",
      "SESSION-001 RESUME-201 LIST-201 CLOSE-201 DELETE-201 CONFIG-202 AUTH-203 AUTH-204",
    ),
  },
  not_supported: {
    severity: "violation",
    side: "both",
    text: "Both sides use only what the agent announced in initialize, or with a tool call or terminal.",
    link: linkToSpec("initialization#agent-capabilities"),
    tck: listTck("", ""),
  },
  auth_without_methods: {
    severity: "warning",
    side: "agent",
    text: "An agent that requires authentication announces the methods for it.",
    link: linkToSpec("authentication"),
    tck: listTck("AUTH-005", "AUTH-205"),
  },
  auth_not_effective: {
    severity: "warning",
    side: "agent",
    text: "After a successful authentication, the client can create sessions.",
    link: linkToSpec("authentication"),
    tck: listTck("AUTH-003", "AUTH-204"),
  },
  relative_path: {
    severity: "violation",
    side: "both",
    text: "All file paths in the protocol are absolute.",
    link: linkToSpec("overview#argument-requirements"),
    tck: listTck("SESSION-001", "LIST-204 PATCH-206"),
  },
  invalid_line: {
    severity: "violation",
    side: "both",
    text: "Line numbers start at 1.",
    link: linkToSpec("overview#argument-requirements"),
    tck: listTck("", ""),
  },
  value_not_offered: {
    severity: "violation",
    side: "both",
    text: "A current or chosen mode, configuration value or authentication method, and the cursor of a list, is one of those that the agent offers.",
    link: linkToSpec("session-config-options"),
    tck: listTck("MODES-001 CONFIG-001", "CONFIG-204"),
  },
  incomplete_config_options: {
    severity: "violation",
    side: "agent",
    text: "Responses and updates with configuration options contain the complete list, with the new value applied.",
    link: linkToSpec("session-config-options"),
    tck: listTck("CONFIG-002", "CONFIG-202 CONFIG-206"),
  },
  unknown_session: {
    severity: "warning",
    side: "both",
    text: "The response to session/new defines the id of a session.",
    link: linkToSpec("session-setup#creating-a-session"),
    tck: listTck("PROMPT-002", "PROMPT-205"),
  },
  early_session: {
    severity: "note",
    side: "agent",
    text: "The response to session/new defines the id of a session.",
    link: linkToSpec("session-setup#creating-a-session"),
    tck: listTck("", ""),
  },
  replay_after_response: {
    severity: "violation",
    side: "agent",
    text: "The agent answers the request that loads a session only after it has replayed the whole conversation.",
    link: linkToSpec("session-setup#loading-sessions", "session-setup"),
    tck: listTck("LOAD-002", "RESUME-202"),
  },
  replay_in_resume: {
    severity: "violation",
    side: "agent",
    text: "The agent does not replay the conversation when it resumes a session, unless the client asks for it in version 2.",
    link: linkToSpec("session-setup#resuming-sessions", "session-setup"),
    tck: listTck("RESUME-002", "RESUME-203"),
  },
  unlisted_cwd: {
    severity: "violation",
    side: "agent",
    text: "If the client asks for the sessions of a working directory, all listed sessions have that directory.",
    link: linkToSpec("session-list"),
    tck: listTck("LIST-002", "LIST-202 LIST-203"),
  },
  deleted_session_listed: {
    severity: "violation",
    side: "agent",
    text: "A deleted session is no longer listed.",
    link: linkToSpec("session-delete"),
    tck: listTck("", "DELETE-202"),
  },
  repeated_delete_failed: {
    severity: "warning",
    side: "agent",
    text: "Deleting a session that was deleted already succeeds.",
    link: linkToSpec("session-delete"),
    tck: listTck("DELETE-002", "DELETE-203"),
  },
  missing_archive_state: {
    severity: "violation",
    side: "agent",
    text: "An agent that announces archiving says of each listed session whether it is archived.",
    link: linkToSpec("session-list"),
    tck: listTck("", ""),
  },
  session_not_ready: {
    severity: "violation",
    side: "client",
    text: "The client waits for the response that opens a session before it sends a prompt.",
    link: linkToSpec("session-setup#loading-sessions", "session-setup"),
    tck: listTck("", ""),
  },
  missing_resume_state: {
    severity: "violation",
    side: "agent",
    text: "In version 2, the agent reports the state of a resumed session before the response.",
    link: linkToSpec("session-setup#resuming-sessions", "session-setup"),
    tck: listTck("", ""),
  },
  required_provider_disabled: {
    severity: "violation",
    side: "client",
    text: "The client does not disable a provider that is required.",
    link: linkToSpec("schema"),
    tck: listTck("", ""),
  },
};

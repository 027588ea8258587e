// Generated from the schema of @agentclientprotocol/sdk by scripts/generate-schemas.mjs. Do not edit.
import type { ProtocolSchema } from "../types.js";

/** The strict schema of protocol version 2. */
export const PROTOCOL_SCHEMA: ProtocolSchema = {
  methods: {
    "session/request_permission": {
      client: { request: "RequestPermissionRequest", response: "RequestPermissionResponse" },
    },
    "elicitation/create": {
      client: { request: "CreateElicitationRequest", response: "CreateElicitationResponse" },
    },
    "mcp/message": {
      client: { request: "MessageMcpRequest", response: "MessageMcpResponse" },
      agent: { notification: "MessageMcpNotification" },
    },
    initialize: { agent: { response: "InitializeResponse", request: "InitializeRequest" } },
    "auth/login": { agent: { response: "LoginAuthResponse", request: "LoginAuthRequest" } },
    "providers/list": {
      agent: { response: "ListProvidersResponse", request: "ListProvidersRequest" },
    },
    "providers/set": { agent: { response: "SetProviderResponse", request: "SetProviderRequest" } },
    "providers/disable": {
      agent: { response: "DisableProviderResponse", request: "DisableProviderRequest" },
    },
    "auth/logout": { agent: { response: "LogoutAuthResponse", request: "LogoutAuthRequest" } },
    "auth/status": { agent: { response: "AuthStatusResponse", request: "AuthStatusRequest" } },
    "session/new": { agent: { response: "NewSessionResponse", request: "NewSessionRequest" } },
    "session/list": { agent: { response: "ListSessionsResponse", request: "ListSessionsRequest" } },
    "session/delete": {
      agent: { response: "DeleteSessionResponse", request: "DeleteSessionRequest" },
    },
    "session/fork": { agent: { response: "ForkSessionResponse", request: "ForkSessionRequest" } },
    "session/archive": {
      agent: { response: "ArchiveSessionResponse", request: "ArchiveSessionRequest" },
    },
    "session/unarchive": {
      agent: { response: "UnarchiveSessionResponse", request: "UnarchiveSessionRequest" },
    },
    "session/status": {
      agent: { response: "SessionStatusResponse", request: "SessionStatusRequest" },
    },
    "session/set_title": {
      agent: { response: "SetSessionTitleResponse", request: "SetSessionTitleRequest" },
    },
    "session/resume": {
      agent: { response: "ResumeSessionResponse", request: "ResumeSessionRequest" },
    },
    "session/close": {
      agent: { response: "CloseSessionResponse", request: "CloseSessionRequest" },
    },
    "tool_call/cancel": {
      agent: { response: "CancelToolCallResponse", request: "CancelToolCallRequest" },
    },
    "terminal/cancel": {
      agent: { response: "CancelTerminalResponse", request: "CancelTerminalRequest" },
    },
    "session/set_config_option": {
      agent: {
        response: "SetSessionConfigOptionResponse",
        request: "SetSessionConfigOptionRequest",
      },
    },
    "session/prompt": { agent: { response: "PromptResponse", request: "PromptRequest" } },
    "session/update": { client: { notification: "UpdateSessionNotification" } },
    "elicitation/complete": { client: { notification: "CompleteElicitationNotification" } },
    "auth/status_update": { client: { notification: "AuthStatusUpdateNotification" } },
    "session/cancel": { agent: { notification: "CancelSessionNotification" } },
    "$/cancel_request": { protocol: { notification: "CancelRequestNotification" } },
    "proxy/initialize": {
      proxy: { request: "InitializeProxyRequest", response: "InitializeProxyResponse" },
    },
    "proxy/successor": {
      proxy: {
        request: "ProxySuccessorRequest",
        response: "ProxySuccessorResponse",
        notification: "ProxySuccessorNotification",
      },
    },
  },
  definitions: {
    RequestPermissionRequest: {
      type: "object",
      required: ["sessionId", "title", "options"],
      properties: {
        sessionId: { type: "string" },
        title: { type: "string" },
        description: { type: ["string", "null"] },
        subject: { if: { type: "null" }, else: { $ref: "#/$defs/RequestPermissionSubject" } },
        options: { type: "array", minItems: 1, items: { $ref: "#/$defs/PermissionOption" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "title", "description", "subject", "options", "_meta"] },
    },
    RequestPermissionSubject: {
      type: "object",
      required: ["type"],
      properties: {
        type: {
          type: "string",
          pattern: "^(?:tool_call|command|_.*)$",
          "x-values": ["tool_call", "command"],
        },
      },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "tool_call" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "toolCall", "_meta"] },
            required: ["toolCall"],
            properties: {
              toolCall: { $ref: "#/$defs/ToolCallUpdate" },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "command" } } },
          then: {
            type: "object",
            propertyNames: {
              enum: ["type", "command", "cwd", "toolCallId", "terminalId", "_meta"],
            },
            required: ["command", "cwd"],
            properties: {
              command: { type: "string" },
              cwd: {
                type: "string",
                pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
                "x-format": "an absolute path",
              },
              toolCallId: { type: ["string", "null"] },
              terminalId: { type: ["string", "null"] },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { type: "string", pattern: "^_" } } },
          then: { type: "object" },
        },
      ],
    },
    ToolCallUpdate: {
      type: "object",
      required: ["toolCallId"],
      properties: {
        toolCallId: { type: "string" },
        name: { type: ["string", "null"] },
        title: { type: ["string", "null"] },
        kind: {
          type: ["string", "null"],
          pattern: "^(?:read|edit|delete|move|search|execute|think|fetch|switch_mode|other|_.*)$",
          "x-values": [
            "read",
            "edit",
            "delete",
            "move",
            "search",
            "execute",
            "think",
            "fetch",
            "switch_mode",
            "other",
          ],
        },
        status: {
          type: ["string", "null"],
          pattern: "^(?:pending|in_progress|paused|completed|failed|cancelled|_.*)$",
          "x-values": ["pending", "in_progress", "paused", "completed", "failed", "cancelled"],
        },
        content: { type: ["array", "null"], items: { $ref: "#/$defs/ToolCallContent" } },
        locations: { type: ["array", "null"], items: { $ref: "#/$defs/ToolCallLocation" } },
        rawInput: {},
        rawOutput: {},
        capabilities: { if: { type: "null" }, else: { $ref: "#/$defs/ToolCallCapabilities" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: {
        enum: [
          "toolCallId",
          "name",
          "title",
          "kind",
          "status",
          "content",
          "locations",
          "rawInput",
          "rawOutput",
          "capabilities",
          "_meta",
        ],
      },
    },
    ToolCallContent: {
      type: "object",
      required: ["type"],
      properties: {
        type: {
          type: "string",
          pattern: "^(?:content|diff|terminal|_.*)$",
          "x-values": ["content", "diff", "terminal"],
        },
      },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "content" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "content", "_meta"] },
            required: ["content"],
            properties: {
              content: { $ref: "#/$defs/ContentBlock" },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "diff" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "changes", "patch", "_meta"] },
            required: ["changes"],
            properties: {
              changes: { type: "array", items: { $ref: "#/$defs/DiffChange" } },
              patch: { if: { type: "null" }, else: { $ref: "#/$defs/DiffPatch" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "terminal" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "terminalId", "_meta"] },
            required: ["terminalId"],
            properties: { terminalId: { type: "string" }, _meta: { type: ["object", "null"] } },
          },
        },
        {
          if: { required: ["type"], properties: { type: { type: "string", pattern: "^_" } } },
          then: { type: "object" },
        },
      ],
    },
    ContentBlock: {
      type: "object",
      required: ["type"],
      properties: {
        type: {
          type: "string",
          pattern: "^(?:text|image|audio|resource_link|resource|_.*)$",
          "x-values": ["text", "image", "audio", "resource_link", "resource"],
        },
      },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "text" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "text", "annotations", "_meta"] },
            required: ["text"],
            properties: {
              text: { type: "string" },
              annotations: { if: { type: "null" }, else: { $ref: "#/$defs/Annotations" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "image" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "data", "mimeType", "uri", "annotations", "_meta"] },
            required: ["data", "mimeType"],
            properties: {
              data: {
                type: "string",
                pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
                "x-format": "base64",
              },
              mimeType: { type: "string" },
              uri: {
                type: ["string", "null"],
                pattern: "^[A-Za-z][A-Za-z0-9+.-]*:",
                "x-format": "a URI",
              },
              annotations: { if: { type: "null" }, else: { $ref: "#/$defs/Annotations" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "audio" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "data", "mimeType", "annotations", "_meta"] },
            required: ["data", "mimeType"],
            properties: {
              data: {
                type: "string",
                pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
                "x-format": "base64",
              },
              mimeType: { type: "string" },
              annotations: { if: { type: "null" }, else: { $ref: "#/$defs/Annotations" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "resource_link" } } },
          then: {
            type: "object",
            propertyNames: {
              enum: [
                "type",
                "name",
                "uri",
                "title",
                "description",
                "icons",
                "mimeType",
                "size",
                "annotations",
                "_meta",
              ],
            },
            required: ["name", "uri"],
            properties: {
              name: { type: "string" },
              uri: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9+.-]*:", "x-format": "a URI" },
              title: { type: ["string", "null"] },
              description: { type: ["string", "null"] },
              icons: { type: ["array", "null"], items: { $ref: "#/$defs/Icon" } },
              mimeType: { type: ["string", "null"] },
              size: { type: ["integer", "null"], minimum: 0 },
              annotations: { if: { type: "null" }, else: { $ref: "#/$defs/Annotations" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "resource" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "resource", "annotations", "_meta"] },
            required: ["resource"],
            properties: {
              resource: { $ref: "#/$defs/EmbeddedResourceResource" },
              annotations: { if: { type: "null" }, else: { $ref: "#/$defs/Annotations" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { type: "string", pattern: "^_" } } },
          then: { type: "object" },
        },
      ],
    },
    Annotations: {
      type: "object",
      properties: {
        audience: {
          type: ["array", "null"],
          items: {
            type: "string",
            pattern: "^(?:assistant|user|_.*)$",
            "x-values": ["assistant", "user"],
          },
        },
        lastModified: { type: ["string", "null"] },
        priority: { type: ["number", "null"], minimum: 0, maximum: 1 },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["audience", "lastModified", "priority", "_meta"] },
    },
    Icon: {
      type: "object",
      required: ["src"],
      properties: {
        src: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9+.-]*:", "x-format": "a URI" },
        mimeType: { type: ["string", "null"] },
        sizes: { type: ["array", "null"], items: { type: "string" } },
        theme: {
          type: ["string", "null"],
          pattern: "^(?:light|dark|_.*)$",
          "x-values": ["light", "dark"],
        },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["src", "mimeType", "sizes", "theme", "_meta"] },
    },
    EmbeddedResourceResource: {
      type: "object",
      if: { required: ["text"] },
      then: {
        type: "object",
        required: ["text", "uri"],
        properties: {
          text: { type: "string" },
          uri: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9+.-]*:", "x-format": "a URI" },
          mimeType: { type: ["string", "null"] },
          _meta: { type: ["object", "null"] },
        },
        propertyNames: { enum: ["text", "uri", "mimeType", "_meta", "blob"] },
      },
      else: {
        if: { required: ["blob"] },
        then: {
          type: "object",
          required: ["blob", "uri"],
          properties: {
            blob: {
              type: "string",
              pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
              "x-format": "base64",
            },
            uri: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9+.-]*:", "x-format": "a URI" },
            mimeType: { type: ["string", "null"] },
            _meta: { type: ["object", "null"] },
          },
          propertyNames: { enum: ["text", "uri", "mimeType", "_meta", "blob"] },
        },
        else: { anyOf: [{ required: ["text"] }, { required: ["blob"] }] },
      },
    },
    DiffChange: {
      type: "object",
      properties: {
        fileType: {
          type: ["string", "null"],
          pattern: "^(?:text|binary|directory|symlink|_.*)$",
          "x-values": ["text", "binary", "directory", "symlink"],
        },
        mimeType: { type: ["string", "null"] },
        _meta: { type: ["object", "null"] },
        operation: {
          type: "string",
          pattern: "^(?:add|delete|modify|move|copy|_.*)$",
          "x-values": ["add", "delete", "modify", "move", "copy"],
        },
      },
      required: ["operation"],
      allOf: [
        {
          if: { required: ["operation"], properties: { operation: { const: "add" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["fileType", "mimeType", "_meta", "operation", "path"] },
            required: ["path"],
            properties: {
              path: {
                type: "string",
                pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
                "x-format": "an absolute path",
              },
            },
          },
        },
        {
          if: { required: ["operation"], properties: { operation: { const: "delete" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["fileType", "mimeType", "_meta", "operation", "path"] },
            required: ["path"],
            properties: {
              path: {
                type: "string",
                pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
                "x-format": "an absolute path",
              },
            },
          },
        },
        {
          if: { required: ["operation"], properties: { operation: { const: "modify" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["fileType", "mimeType", "_meta", "operation", "path"] },
            required: ["path"],
            properties: {
              path: {
                type: "string",
                pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
                "x-format": "an absolute path",
              },
            },
          },
        },
        {
          if: { required: ["operation"], properties: { operation: { const: "move" } } },
          then: {
            type: "object",
            propertyNames: {
              enum: ["fileType", "mimeType", "_meta", "operation", "oldPath", "path"],
            },
            required: ["oldPath", "path"],
            properties: {
              oldPath: {
                type: "string",
                pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
                "x-format": "an absolute path",
              },
              path: {
                type: "string",
                pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
                "x-format": "an absolute path",
              },
            },
          },
        },
        {
          if: { required: ["operation"], properties: { operation: { const: "copy" } } },
          then: {
            type: "object",
            propertyNames: {
              enum: ["fileType", "mimeType", "_meta", "operation", "oldPath", "path"],
            },
            required: ["oldPath", "path"],
            properties: {
              oldPath: {
                type: "string",
                pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
                "x-format": "an absolute path",
              },
              path: {
                type: "string",
                pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
                "x-format": "an absolute path",
              },
            },
          },
        },
        {
          if: {
            required: ["operation"],
            properties: { operation: { type: "string", pattern: "^_" } },
          },
          then: { type: "object" },
        },
      ],
    },
    DiffPatch: {
      type: "object",
      required: ["format", "text"],
      properties: {
        format: { type: "string", pattern: "^(?:git_patch|_.*)$", "x-values": ["git_patch"] },
        text: { type: "string" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["format", "text", "_meta"] },
    },
    ToolCallLocation: {
      type: "object",
      required: ["path"],
      properties: {
        path: {
          type: "string",
          pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
          "x-format": "an absolute path",
        },
        line: { type: ["integer", "null"], minimum: 1 },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["path", "line", "_meta"] },
    },
    ToolCallCapabilities: {
      type: "object",
      properties: {
        cancel: { if: { type: "null" }, else: { $ref: "#/$defs/ToolCallCancelCapabilities" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["cancel", "_meta"] },
    },
    ToolCallCancelCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    PermissionOption: {
      type: "object",
      required: ["optionId", "name", "kind"],
      properties: {
        optionId: { type: "string" },
        name: { type: "string" },
        kind: {
          type: "string",
          pattern: "^(?:allow_once|allow_always|reject_once|reject_always|_.*)$",
          "x-values": ["allow_once", "allow_always", "reject_once", "reject_always"],
        },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["optionId", "name", "kind", "_meta"] },
    },
    CreateElicitationRequest: {
      type: "object",
      required: ["message", "mode"],
      properties: {
        message: { type: "string" },
        _meta: { type: ["object", "null"] },
        mode: { type: "string", pattern: "^(?:form|url|_.*)$", "x-values": ["form", "url"] },
      },
      allOf: [
        {
          if: { required: ["mode"], properties: { mode: { const: "form" } } },
          then: {
            type: "object",
            if: { required: ["sessionId"] },
            then: {
              type: "object",
              required: ["sessionId"],
              properties: {
                sessionId: { type: "string" },
                toolCallId: { type: ["string", "null"] },
              },
              propertyNames: {
                enum: [
                  "message",
                  "_meta",
                  "mode",
                  "requestedSchema",
                  "sessionId",
                  "toolCallId",
                  "requestId",
                ],
              },
            },
            else: {
              if: { required: ["requestId"] },
              then: {
                type: "object",
                required: ["requestId"],
                properties: { requestId: { type: ["integer", "string"] } },
                propertyNames: {
                  enum: [
                    "message",
                    "_meta",
                    "mode",
                    "requestedSchema",
                    "sessionId",
                    "toolCallId",
                    "requestId",
                  ],
                },
              },
              else: { anyOf: [{ required: ["sessionId"] }, { required: ["requestId"] }] },
            },
            required: ["requestedSchema"],
            properties: { requestedSchema: { $ref: "#/$defs/ElicitationSchema" } },
          },
        },
        {
          if: { required: ["mode"], properties: { mode: { const: "url" } } },
          then: {
            type: "object",
            if: { required: ["sessionId"] },
            then: {
              type: "object",
              required: ["sessionId"],
              properties: {
                sessionId: { type: "string" },
                toolCallId: { type: ["string", "null"] },
              },
              propertyNames: {
                enum: [
                  "message",
                  "_meta",
                  "mode",
                  "elicitationId",
                  "url",
                  "sessionId",
                  "toolCallId",
                  "requestId",
                ],
              },
            },
            else: {
              if: { required: ["requestId"] },
              then: {
                type: "object",
                required: ["requestId"],
                properties: { requestId: { type: ["integer", "string"] } },
                propertyNames: {
                  enum: [
                    "message",
                    "_meta",
                    "mode",
                    "elicitationId",
                    "url",
                    "sessionId",
                    "toolCallId",
                    "requestId",
                  ],
                },
              },
              else: { anyOf: [{ required: ["sessionId"] }, { required: ["requestId"] }] },
            },
            required: ["elicitationId", "url"],
            properties: {
              elicitationId: { type: "string" },
              url: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9+.-]*:", "x-format": "a URI" },
            },
          },
        },
        {
          if: { required: ["mode"], properties: { mode: { type: "string", pattern: "^_" } } },
          then: {
            type: "object",
            if: { required: ["sessionId"] },
            then: {
              type: "object",
              required: ["sessionId"],
              properties: {
                sessionId: { type: "string" },
                toolCallId: { type: ["string", "null"] },
              },
              propertyNames: {
                enum: ["message", "_meta", "mode", "sessionId", "toolCallId", "requestId"],
              },
            },
            else: {
              if: { required: ["requestId"] },
              then: {
                type: "object",
                required: ["requestId"],
                properties: { requestId: { type: ["integer", "string"] } },
                propertyNames: {
                  enum: ["message", "_meta", "mode", "sessionId", "toolCallId", "requestId"],
                },
              },
              else: { anyOf: [{ required: ["sessionId"] }, { required: ["requestId"] }] },
            },
          },
        },
      ],
    },
    ElicitationSchema: {
      type: "object",
      required: ["type", "properties"],
      properties: {
        type: { type: "string", enum: ["object"] },
        title: { type: ["string", "null"] },
        properties: {
          type: "object",
          additionalProperties: { $ref: "#/$defs/ElicitationPropertySchema" },
        },
        required: { type: ["array", "null"], items: { type: "string" } },
        description: { type: ["string", "null"] },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["type", "title", "properties", "required", "description", "_meta"] },
    },
    ElicitationPropertySchema: {
      type: "object",
      required: ["type"],
      properties: {
        type: {
          type: "string",
          pattern: "^(?:string|number|integer|boolean|array|_.*)$",
          "x-values": ["string", "number", "integer", "boolean", "array"],
        },
      },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "string" } } },
          then: {
            type: "object",
            propertyNames: {
              enum: [
                "type",
                "title",
                "description",
                "minLength",
                "maxLength",
                "pattern",
                "format",
                "default",
                "enum",
                "oneOf",
                "_meta",
              ],
            },
            properties: {
              title: { type: ["string", "null"] },
              description: { type: ["string", "null"] },
              minLength: { type: ["integer", "null"], minimum: 0 },
              maxLength: { type: ["integer", "null"], minimum: 0 },
              pattern: { type: ["string", "null"] },
              format: {
                type: ["string", "null"],
                pattern: "^(?:email|uri|date|date-time|_.*)$",
                "x-values": ["email", "uri", "date", "date-time"],
              },
              default: { type: ["string", "null"] },
              enum: { type: ["array", "null"], minItems: 1, items: { type: "string" } },
              oneOf: {
                type: ["array", "null"],
                minItems: 1,
                items: { $ref: "#/$defs/EnumOption" },
              },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "number" } } },
          then: {
            type: "object",
            propertyNames: {
              enum: ["type", "title", "description", "minimum", "maximum", "default", "_meta"],
            },
            properties: {
              title: { type: ["string", "null"] },
              description: { type: ["string", "null"] },
              minimum: { type: ["number", "null"] },
              maximum: { type: ["number", "null"] },
              default: { type: ["number", "null"] },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "integer" } } },
          then: {
            type: "object",
            propertyNames: {
              enum: ["type", "title", "description", "minimum", "maximum", "default", "_meta"],
            },
            properties: {
              title: { type: ["string", "null"] },
              description: { type: ["string", "null"] },
              minimum: { type: ["integer", "null"] },
              maximum: { type: ["integer", "null"] },
              default: { type: ["integer", "null"] },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "boolean" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "title", "description", "default", "_meta"] },
            properties: {
              title: { type: ["string", "null"] },
              description: { type: ["string", "null"] },
              default: { type: ["boolean", "null"] },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "array" } } },
          then: {
            type: "object",
            propertyNames: {
              enum: [
                "type",
                "title",
                "description",
                "minItems",
                "maxItems",
                "items",
                "default",
                "_meta",
              ],
            },
            required: ["items"],
            properties: {
              title: { type: ["string", "null"] },
              description: { type: ["string", "null"] },
              minItems: { type: ["integer", "null"], minimum: 0 },
              maxItems: { type: ["integer", "null"], minimum: 0 },
              items: { $ref: "#/$defs/MultiSelectItems" },
              default: { type: ["array", "null"], items: { type: "string" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { type: "string", pattern: "^_" } } },
          then: { type: "object" },
        },
      ],
    },
    EnumOption: {
      type: "object",
      required: ["const", "title"],
      properties: {
        const: { type: "string" },
        title: { type: "string" },
        description: { type: ["string", "null"] },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["const", "title", "description", "_meta"] },
    },
    MultiSelectItems: {
      type: "object",
      properties: {
        type: { type: ["string", "null"], pattern: "^(?:string|_.*)$", "x-values": ["string"] },
      },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "string" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "enum", "_meta"] },
            required: ["enum"],
            properties: {
              enum: { type: "array", minItems: 1, items: { type: "string" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { type: "string", pattern: "^_" } } },
          then: { type: "object" },
        },
        {
          if: {
            not: {
              required: ["type"],
              properties: { type: { pattern: "^(?:string|_.*)$", "x-values": ["string"] } },
            },
          },
          then: {
            type: "object",
            required: ["anyOf"],
            properties: {
              anyOf: { type: "array", minItems: 1, items: { $ref: "#/$defs/EnumOption" } },
              _meta: { type: ["object", "null"] },
            },
            propertyNames: { enum: ["type", "anyOf", "_meta"] },
          },
        },
      ],
    },
    MessageMcpRequest: {
      type: "object",
      required: ["serverId", "requestId", "method"],
      properties: {
        serverId: { type: "string" },
        requestId: { type: "string" },
        method: { type: "string" },
        params: { type: ["object", "null"] },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["serverId", "requestId", "method", "params", "_meta"] },
    },
    InitializeResponse: {
      type: "object",
      required: ["protocolVersion", "info"],
      properties: {
        protocolVersion: { type: "integer", minimum: 0, maximum: 65535 },
        info: { $ref: "#/$defs/Implementation" },
        capabilities: { $ref: "#/$defs/AgentCapabilities" },
        authMethods: { type: "array", items: { $ref: "#/$defs/AuthMethod" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["protocolVersion", "info", "capabilities", "authMethods", "_meta"] },
    },
    Implementation: {
      type: "object",
      required: ["name", "version"],
      properties: {
        name: { type: "string" },
        title: { type: ["string", "null"] },
        version: { type: "string" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["name", "title", "version", "_meta"] },
    },
    AgentCapabilities: {
      type: "object",
      properties: {
        session: { if: { type: "null" }, else: { $ref: "#/$defs/SessionCapabilities" } },
        auth: { if: { type: "null" }, else: { $ref: "#/$defs/AgentAuthCapabilities" } },
        providers: { if: { type: "null" }, else: { $ref: "#/$defs/ProvidersCapabilities" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["session", "auth", "providers", "_meta"] },
    },
    SessionCapabilities: {
      type: "object",
      properties: {
        prompt: { if: { type: "null" }, else: { $ref: "#/$defs/PromptCapabilities" } },
        mcp: { if: { type: "null" }, else: { $ref: "#/$defs/McpCapabilities" } },
        delete: { if: { type: "null" }, else: { $ref: "#/$defs/SessionDeleteCapabilities" } },
        additionalDirectories: {
          if: { type: "null" },
          else: { $ref: "#/$defs/SessionAdditionalDirectoriesCapabilities" },
          items: {
            type: "string",
            pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
            "x-format": "an absolute path",
          },
        },
        systemPrompt: {
          if: { type: "null" },
          else: { $ref: "#/$defs/SessionSystemPromptCapabilities" },
        },
        fork: { if: { type: "null" }, else: { $ref: "#/$defs/SessionForkCapabilities" } },
        archive: { if: { type: "null" }, else: { $ref: "#/$defs/SessionArchiveCapabilities" } },
        status: { if: { type: "null" }, else: { $ref: "#/$defs/SessionStatusCapabilities" } },
        title: { if: { type: "null" }, else: { $ref: "#/$defs/SessionTitleCapabilities" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: {
        enum: [
          "prompt",
          "mcp",
          "delete",
          "additionalDirectories",
          "systemPrompt",
          "fork",
          "archive",
          "status",
          "title",
          "_meta",
        ],
      },
    },
    PromptCapabilities: {
      type: "object",
      properties: {
        image: { if: { type: "null" }, else: { $ref: "#/$defs/PromptImageCapabilities" } },
        audio: { if: { type: "null" }, else: { $ref: "#/$defs/PromptAudioCapabilities" } },
        embeddedContext: {
          if: { type: "null" },
          else: { $ref: "#/$defs/PromptEmbeddedContextCapabilities" },
        },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["image", "audio", "embeddedContext", "_meta"] },
    },
    PromptImageCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    PromptAudioCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    PromptEmbeddedContextCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    McpCapabilities: {
      type: "object",
      properties: {
        stdio: { if: { type: "null" }, else: { $ref: "#/$defs/McpStdioCapabilities" } },
        http: { if: { type: "null" }, else: { $ref: "#/$defs/McpHttpCapabilities" } },
        acp: { if: { type: "null" }, else: { $ref: "#/$defs/McpAcpCapabilities" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["stdio", "http", "acp", "_meta"] },
    },
    McpStdioCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    McpHttpCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    McpAcpCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    SessionDeleteCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    SessionAdditionalDirectoriesCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    SessionSystemPromptCapabilities: {
      type: "object",
      properties: {
        mode: {
          if: { type: "null" },
          else: { $ref: "#/$defs/SessionSystemPromptModeCapabilities" },
        },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["mode", "_meta"] },
    },
    SessionSystemPromptModeCapabilities: {
      type: "object",
      properties: {
        override: {
          if: { type: "null" },
          else: { $ref: "#/$defs/SessionSystemPromptOverrideCapabilities" },
        },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["override", "_meta"] },
    },
    SessionSystemPromptOverrideCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    SessionForkCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    SessionArchiveCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    SessionStatusCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    SessionTitleCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    AgentAuthCapabilities: {
      type: "object",
      properties: {
        status: { if: { type: "null" }, else: { $ref: "#/$defs/AuthStatusCapabilities" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["status", "_meta"] },
    },
    AuthStatusCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    ProvidersCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    AuthMethod: {
      type: "object",
      required: ["type"],
      properties: {
        type: {
          type: "string",
          pattern: "^(?:terminal|agent|_.*)$",
          "x-values": ["terminal", "agent"],
        },
      },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "terminal" } } },
          then: {
            type: "object",
            propertyNames: {
              enum: ["type", "methodId", "name", "description", "args", "env", "_meta"],
            },
            required: ["methodId", "name"],
            properties: {
              methodId: { type: "string" },
              name: { type: "string" },
              description: { type: ["string", "null"] },
              args: { type: "array", items: { type: "string" } },
              env: { type: "array", items: { $ref: "#/$defs/EnvVariable" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "agent" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "methodId", "name", "description", "_meta"] },
            required: ["methodId", "name"],
            properties: {
              methodId: { type: "string" },
              name: { type: "string" },
              description: { type: ["string", "null"] },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { type: "string", pattern: "^_" } } },
          then: {
            type: "object",
            required: ["methodId", "name"],
            properties: { methodId: { type: "string" }, name: { type: "string" } },
          },
        },
      ],
    },
    EnvVariable: {
      type: "object",
      required: ["name", "value"],
      properties: {
        name: { type: "string" },
        value: { type: "string" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["name", "value", "_meta"] },
    },
    LoginAuthResponse: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    ListProvidersResponse: {
      type: "object",
      required: ["providers"],
      properties: {
        providers: { type: "array", items: { $ref: "#/$defs/ProviderInfo" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["providers", "_meta"] },
    },
    ProviderInfo: {
      type: "object",
      required: ["providerId", "supported", "required"],
      properties: {
        providerId: { type: "string" },
        supported: {
          type: "array",
          items: {
            type: "string",
            pattern: "^(?:anthropic|openai|azure|vertex|bedrock|_.*)$",
            "x-values": ["anthropic", "openai", "azure", "vertex", "bedrock"],
          },
        },
        required: { type: "boolean" },
        current: { if: { type: "null" }, else: { $ref: "#/$defs/ProviderCurrentConfig" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["providerId", "supported", "required", "current", "_meta"] },
    },
    ProviderCurrentConfig: {
      type: "object",
      required: ["apiType", "baseUrl"],
      properties: {
        apiType: {
          type: "string",
          pattern: "^(?:anthropic|openai|azure|vertex|bedrock|_.*)$",
          "x-values": ["anthropic", "openai", "azure", "vertex", "bedrock"],
        },
        baseUrl: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9+.-]*:", "x-format": "a URI" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["apiType", "baseUrl", "_meta"] },
    },
    SetProviderResponse: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    DisableProviderResponse: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    LogoutAuthResponse: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    AuthStatusResponse: {
      type: "object",
      required: ["state"],
      properties: {
        state: {
          type: "string",
          pattern: "^(?:authenticated|unauthenticated|not_required|unknown|_.*)$",
          "x-values": ["authenticated", "unauthenticated", "not_required", "unknown"],
        },
        accounts: { type: "array", items: { $ref: "#/$defs/AuthAccount" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["state", "accounts", "_meta"] },
    },
    AuthAccount: {
      type: "object",
      required: ["label"],
      properties: {
        label: { type: "string" },
        active: { type: ["boolean", "null"] },
        name: { type: ["string", "null"] },
        email: { type: ["string", "null"] },
        organization: { type: ["string", "null"] },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["label", "active", "name", "email", "organization", "_meta"] },
    },
    NewSessionResponse: {
      type: "object",
      required: ["sessionId"],
      properties: {
        sessionId: { type: "string" },
        configOptions: { type: "array", items: { $ref: "#/$defs/SessionConfigOption" } },
        availableCommands: { type: "array", items: { $ref: "#/$defs/AvailableCommand" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "configOptions", "availableCommands", "_meta"] },
    },
    SessionConfigOption: {
      type: "object",
      required: ["configId", "name", "type"],
      properties: {
        configId: { type: "string" },
        name: { type: "string" },
        description: { type: ["string", "null"] },
        category: {
          type: ["string", "null"],
          pattern: "^(?:mode|model|model_config|thought_level|_.*)$",
          "x-values": ["mode", "model", "model_config", "thought_level"],
        },
        _meta: { type: ["object", "null"] },
        type: {
          type: "string",
          pattern: "^(?:select|boolean|_.*)$",
          "x-values": ["select", "boolean"],
        },
      },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "select" } } },
          then: {
            type: "object",
            propertyNames: {
              enum: [
                "configId",
                "name",
                "description",
                "category",
                "_meta",
                "type",
                "currentValue",
                "options",
              ],
            },
            required: ["currentValue", "options"],
            properties: {
              currentValue: { type: "string" },
              options: { $ref: "#/$defs/SessionConfigSelectOptions" },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "boolean" } } },
          then: {
            type: "object",
            propertyNames: {
              enum: [
                "configId",
                "name",
                "description",
                "category",
                "_meta",
                "type",
                "currentValue",
              ],
            },
            required: ["currentValue"],
            properties: { currentValue: { type: "boolean" } },
          },
        },
        {
          if: { required: ["type"], properties: { type: { type: "string", pattern: "^_" } } },
          then: { type: "object" },
        },
      ],
    },
    SessionConfigSelectOptions: {
      type: "array",
      if: { minItems: 1, prefixItems: [{ required: ["groupId"] }] },
      then: { type: "array", minItems: 1, items: { $ref: "#/$defs/SessionConfigSelectGroup" } },
      else: { type: "array", minItems: 1, items: { $ref: "#/$defs/SessionConfigSelectOption" } },
    },
    SessionConfigSelectGroup: {
      type: "object",
      required: ["groupId", "name", "options"],
      properties: {
        groupId: { type: "string" },
        name: { type: "string" },
        options: {
          type: "array",
          minItems: 1,
          items: { $ref: "#/$defs/SessionConfigSelectOption" },
        },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["groupId", "name", "options", "_meta"] },
    },
    SessionConfigSelectOption: {
      type: "object",
      required: ["value", "name"],
      properties: {
        value: { type: "string" },
        name: { type: "string" },
        description: { type: ["string", "null"] },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["value", "name", "description", "_meta"] },
    },
    AvailableCommand: {
      type: "object",
      required: ["type"],
      properties: {
        type: { type: "string", pattern: "^(?:command|_.*)$", "x-values": ["command"] },
      },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "command" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "name", "description", "input", "_meta"] },
            required: ["name", "description"],
            properties: {
              name: { type: "string" },
              description: { type: "string" },
              input: { if: { type: "null" }, else: { $ref: "#/$defs/AvailableCommandInput" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { type: "string", pattern: "^_" } } },
          then: {
            type: "object",
            required: ["name", "description"],
            properties: { name: { type: "string" }, description: { type: "string" } },
          },
        },
      ],
    },
    AvailableCommandInput: {
      type: "object",
      required: ["type"],
      properties: { type: { type: "string", pattern: "^(?:text|_.*)$", "x-values": ["text"] } },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "text" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "hint", "_meta"] },
            required: ["hint"],
            properties: { hint: { type: "string" }, _meta: { type: ["object", "null"] } },
          },
        },
        {
          if: { required: ["type"], properties: { type: { type: "string", pattern: "^_" } } },
          then: { type: "object" },
        },
      ],
    },
    ListSessionsResponse: {
      type: "object",
      required: ["sessions"],
      properties: {
        sessions: { type: "array", items: { $ref: "#/$defs/SessionInfo" } },
        nextCursor: { type: ["string", "null"] },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessions", "nextCursor", "_meta"] },
    },
    SessionInfo: {
      type: "object",
      required: ["sessionId", "cwd"],
      properties: {
        sessionId: { type: "string" },
        cwd: {
          type: "string",
          pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
          "x-format": "an absolute path",
        },
        additionalDirectories: {
          type: "array",
          items: {
            type: "string",
            pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
            "x-format": "an absolute path",
          },
        },
        title: { type: ["string", "null"] },
        updatedAt: {
          type: ["string", "null"],
          pattern:
            "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?:Z|[+-]\\d\\d:\\d\\d)$",
          "x-format": "an ISO 8601 date and time",
        },
        archived: { type: ["boolean", "null"] },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: {
        enum: [
          "sessionId",
          "cwd",
          "additionalDirectories",
          "title",
          "updatedAt",
          "archived",
          "_meta",
        ],
      },
    },
    DeleteSessionResponse: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    ForkSessionResponse: {
      type: "object",
      required: ["sessionId"],
      properties: {
        sessionId: { type: "string" },
        configOptions: { type: "array", items: { $ref: "#/$defs/SessionConfigOption" } },
        availableCommands: { type: "array", items: { $ref: "#/$defs/AvailableCommand" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "configOptions", "availableCommands", "_meta"] },
    },
    ArchiveSessionResponse: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    UnarchiveSessionResponse: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    SessionStatusResponse: {
      type: "object",
      required: ["status"],
      properties: {
        status: { type: "string", pattern: "^(?:open|saved|_.*)$", "x-values": ["open", "saved"] },
        state: { if: { type: "null" }, else: { $ref: "#/$defs/StateUpdate" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["status", "state", "_meta"] },
    },
    StateUpdate: {
      type: "object",
      required: ["state"],
      properties: {
        state: {
          type: "string",
          pattern: "^(?:running|idle|requires_action|unknown|_.*)$",
          "x-values": ["running", "idle", "requires_action", "unknown"],
        },
      },
      allOf: [
        {
          if: { required: ["state"], properties: { state: { const: "running" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["state", "background", "_meta"] },
            properties: {
              background: { type: ["array", "null"], items: { $ref: "#/$defs/BackgroundWork" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["state"], properties: { state: { const: "idle" } } },
          then: {
            type: "object",
            allOf: [
              {
                if: { required: ["stopReason"], properties: { stopReason: { const: "end_turn" } } },
                then: {
                  type: "object",
                  propertyNames: { enum: ["state", "usage", "background", "_meta", "stopReason"] },
                },
              },
              {
                if: {
                  required: ["stopReason"],
                  properties: { stopReason: { const: "max_tokens" } },
                },
                then: {
                  type: "object",
                  propertyNames: { enum: ["state", "usage", "background", "_meta", "stopReason"] },
                },
              },
              {
                if: {
                  required: ["stopReason"],
                  properties: { stopReason: { const: "max_turn_requests" } },
                },
                then: {
                  type: "object",
                  propertyNames: { enum: ["state", "usage", "background", "_meta", "stopReason"] },
                },
              },
              {
                if: { required: ["stopReason"], properties: { stopReason: { const: "refusal" } } },
                then: {
                  type: "object",
                  propertyNames: { enum: ["state", "usage", "background", "_meta", "stopReason"] },
                },
              },
              {
                if: {
                  required: ["stopReason"],
                  properties: { stopReason: { const: "cancelled" } },
                },
                then: {
                  type: "object",
                  propertyNames: { enum: ["state", "usage", "background", "_meta", "stopReason"] },
                },
              },
              {
                if: { required: ["stopReason"], properties: { stopReason: { const: "error" } } },
                then: {
                  type: "object",
                  propertyNames: {
                    enum: ["state", "usage", "background", "_meta", "stopReason", "error"],
                  },
                  properties: { error: { if: { type: "null" }, else: { $ref: "#/$defs/Error" } } },
                },
              },
              {
                if: {
                  required: ["stopReason"],
                  properties: { stopReason: { type: "string", pattern: "^_" } },
                },
                then: { type: "object" },
              },
              {
                if: {
                  not: {
                    required: ["stopReason"],
                    properties: {
                      stopReason: {
                        pattern:
                          "^(?:end_turn|max_tokens|max_turn_requests|refusal|cancelled|error|_.*)$",
                        "x-values": [
                          "end_turn",
                          "max_tokens",
                          "max_turn_requests",
                          "refusal",
                          "cancelled",
                          "error",
                        ],
                      },
                    },
                  },
                },
                then: {
                  type: "object",
                  properties: { stopReason: { type: "null" } },
                  propertyNames: { enum: ["state", "usage", "background", "_meta", "stopReason"] },
                },
              },
            ],
            properties: {
              usage: { if: { type: "null" }, else: { $ref: "#/$defs/Usage" } },
              background: { type: ["array", "null"], items: { $ref: "#/$defs/BackgroundWork" } },
              _meta: { type: ["object", "null"] },
              stopReason: {
                type: ["string", "null"],
                pattern: "^(?:end_turn|max_tokens|max_turn_requests|refusal|cancelled|error|_.*)$",
                "x-values": [
                  "end_turn",
                  "max_tokens",
                  "max_turn_requests",
                  "refusal",
                  "cancelled",
                  "error",
                ],
              },
            },
          },
        },
        {
          if: { required: ["state"], properties: { state: { const: "requires_action" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["state", "background", "_meta"] },
            properties: {
              background: { type: ["array", "null"], items: { $ref: "#/$defs/BackgroundWork" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["state"], properties: { state: { const: "unknown" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["state", "background", "_meta"] },
            properties: {
              background: { type: ["array", "null"], items: { $ref: "#/$defs/BackgroundWork" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["state"], properties: { state: { type: "string", pattern: "^_" } } },
          then: { type: "object" },
        },
      ],
    },
    BackgroundWork: {
      type: "object",
      required: ["type"],
      properties: {
        type: {
          type: "string",
          pattern: "^(?:terminal|tool_call|subagent|_.*)$",
          "x-values": ["terminal", "tool_call", "subagent"],
        },
      },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "terminal" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "terminalId", "_meta"] },
            required: ["terminalId"],
            properties: { terminalId: { type: "string" }, _meta: { type: ["object", "null"] } },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "tool_call" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "toolCallId", "_meta"] },
            required: ["toolCallId"],
            properties: { toolCallId: { type: "string" }, _meta: { type: ["object", "null"] } },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "subagent" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "sessionId", "_meta"] },
            required: ["sessionId"],
            properties: { sessionId: { type: "string" }, _meta: { type: ["object", "null"] } },
          },
        },
        {
          if: { required: ["type"], properties: { type: { type: "string", pattern: "^_" } } },
          then: { type: "object" },
        },
      ],
    },
    Usage: {
      type: "object",
      required: ["totalTokens", "inputTokens", "outputTokens"],
      properties: {
        totalTokens: { type: "integer", minimum: 0 },
        inputTokens: { type: "integer", minimum: 0 },
        outputTokens: { type: "integer", minimum: 0 },
        thoughtTokens: { type: ["integer", "null"], minimum: 0 },
        cachedReadTokens: { type: ["integer", "null"], minimum: 0 },
        cachedWriteTokens: { type: ["integer", "null"], minimum: 0 },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: {
        enum: [
          "totalTokens",
          "inputTokens",
          "outputTokens",
          "thoughtTokens",
          "cachedReadTokens",
          "cachedWriteTokens",
          "_meta",
        ],
      },
    },
    Error: {
      type: "object",
      required: ["code", "message"],
      properties: { code: { type: "integer" }, message: { type: "string" }, data: {} },
      propertyNames: { enum: ["code", "message", "data", "_meta"] },
    },
    SetSessionTitleResponse: {
      type: "object",
      required: ["title"],
      properties: { title: { type: "string" }, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["title", "_meta"] },
    },
    ResumeSessionResponse: {
      type: "object",
      properties: {
        configOptions: { type: "array", items: { $ref: "#/$defs/SessionConfigOption" } },
        availableCommands: { type: "array", items: { $ref: "#/$defs/AvailableCommand" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["configOptions", "availableCommands", "_meta"] },
    },
    CloseSessionResponse: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    CancelToolCallResponse: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    CancelTerminalResponse: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    SetSessionConfigOptionResponse: {
      type: "object",
      required: ["configOptions"],
      properties: {
        configOptions: { type: "array", items: { $ref: "#/$defs/SessionConfigOption" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["configOptions", "_meta"] },
    },
    PromptResponse: {
      type: "object",
      required: ["messageId"],
      properties: { messageId: { type: "string" }, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["messageId", "_meta"] },
    },
    UpdateSessionNotification: {
      type: "object",
      required: ["sessionId", "update"],
      properties: {
        sessionId: { type: "string" },
        update: { $ref: "#/$defs/SessionUpdate" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "update", "_meta"] },
    },
    SessionUpdate: {
      type: "object",
      required: ["sessionUpdate"],
      properties: {
        sessionUpdate: {
          type: "string",
          pattern:
            "^(?:user_message_chunk|user_message|agent_message_chunk|agent_message|agent_thought_chunk|agent_thought|state_update|tool_call_content_chunk|tool_call_update|terminal_update|terminal_output_chunk|plan_update|plan_removed|available_commands_update|config_option_update|session_info_update|usage_update|notice|compaction_update|compaction_summary_chunk|subagent_update|session_message|session_message_chunk|_.*)$",
          "x-values": [
            "user_message_chunk",
            "user_message",
            "agent_message_chunk",
            "agent_message",
            "agent_thought_chunk",
            "agent_thought",
            "state_update",
            "tool_call_content_chunk",
            "tool_call_update",
            "terminal_update",
            "terminal_output_chunk",
            "plan_update",
            "plan_removed",
            "available_commands_update",
            "config_option_update",
            "session_info_update",
            "usage_update",
            "notice",
            "compaction_update",
            "compaction_summary_chunk",
            "subagent_update",
            "session_message",
            "session_message_chunk",
          ],
        },
      },
      allOf: [
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "user_message_chunk" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "messageId", "content", "_meta"] },
            required: ["messageId", "content"],
            properties: {
              messageId: { type: "string" },
              content: { $ref: "#/$defs/ContentBlock" },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "user_message" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "messageId", "content", "_meta"] },
            required: ["messageId"],
            properties: {
              messageId: { type: "string" },
              content: { type: ["array", "null"], items: { $ref: "#/$defs/ContentBlock" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "agent_message_chunk" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "messageId", "content", "_meta"] },
            required: ["messageId", "content"],
            properties: {
              messageId: { type: "string" },
              content: { $ref: "#/$defs/ContentBlock" },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "agent_message" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "messageId", "content", "_meta"] },
            required: ["messageId"],
            properties: {
              messageId: { type: "string" },
              content: { type: ["array", "null"], items: { $ref: "#/$defs/ContentBlock" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "agent_thought_chunk" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "messageId", "content", "_meta"] },
            required: ["messageId", "content"],
            properties: {
              messageId: { type: "string" },
              content: { $ref: "#/$defs/ContentBlock" },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "agent_thought" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "messageId", "content", "_meta"] },
            required: ["messageId"],
            properties: {
              messageId: { type: "string" },
              content: { type: ["array", "null"], items: { $ref: "#/$defs/ContentBlock" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "state_update" } },
          },
          then: {
            type: "object",
            allOf: [
              {
                if: { required: ["state"], properties: { state: { const: "running" } } },
                then: {
                  type: "object",
                  propertyNames: { enum: ["sessionUpdate", "state", "background", "_meta"] },
                  properties: {
                    background: {
                      type: ["array", "null"],
                      items: { $ref: "#/$defs/BackgroundWork" },
                    },
                    _meta: { type: ["object", "null"] },
                  },
                },
              },
              {
                if: { required: ["state"], properties: { state: { const: "idle" } } },
                then: {
                  type: "object",
                  allOf: [
                    {
                      if: {
                        required: ["stopReason"],
                        properties: { stopReason: { const: "end_turn" } },
                      },
                      then: {
                        type: "object",
                        propertyNames: {
                          enum: [
                            "sessionUpdate",
                            "state",
                            "usage",
                            "background",
                            "_meta",
                            "stopReason",
                          ],
                        },
                      },
                    },
                    {
                      if: {
                        required: ["stopReason"],
                        properties: { stopReason: { const: "max_tokens" } },
                      },
                      then: {
                        type: "object",
                        propertyNames: {
                          enum: [
                            "sessionUpdate",
                            "state",
                            "usage",
                            "background",
                            "_meta",
                            "stopReason",
                          ],
                        },
                      },
                    },
                    {
                      if: {
                        required: ["stopReason"],
                        properties: { stopReason: { const: "max_turn_requests" } },
                      },
                      then: {
                        type: "object",
                        propertyNames: {
                          enum: [
                            "sessionUpdate",
                            "state",
                            "usage",
                            "background",
                            "_meta",
                            "stopReason",
                          ],
                        },
                      },
                    },
                    {
                      if: {
                        required: ["stopReason"],
                        properties: { stopReason: { const: "refusal" } },
                      },
                      then: {
                        type: "object",
                        propertyNames: {
                          enum: [
                            "sessionUpdate",
                            "state",
                            "usage",
                            "background",
                            "_meta",
                            "stopReason",
                          ],
                        },
                      },
                    },
                    {
                      if: {
                        required: ["stopReason"],
                        properties: { stopReason: { const: "cancelled" } },
                      },
                      then: {
                        type: "object",
                        propertyNames: {
                          enum: [
                            "sessionUpdate",
                            "state",
                            "usage",
                            "background",
                            "_meta",
                            "stopReason",
                          ],
                        },
                      },
                    },
                    {
                      if: {
                        required: ["stopReason"],
                        properties: { stopReason: { const: "error" } },
                      },
                      then: {
                        type: "object",
                        propertyNames: {
                          enum: [
                            "sessionUpdate",
                            "state",
                            "usage",
                            "background",
                            "_meta",
                            "stopReason",
                            "error",
                          ],
                        },
                        properties: {
                          error: { if: { type: "null" }, else: { $ref: "#/$defs/Error" } },
                        },
                      },
                    },
                    {
                      if: {
                        required: ["stopReason"],
                        properties: { stopReason: { type: "string", pattern: "^_" } },
                      },
                      then: { type: "object" },
                    },
                    {
                      if: {
                        not: {
                          required: ["stopReason"],
                          properties: {
                            stopReason: {
                              pattern:
                                "^(?:end_turn|max_tokens|max_turn_requests|refusal|cancelled|error|_.*)$",
                              "x-values": [
                                "end_turn",
                                "max_tokens",
                                "max_turn_requests",
                                "refusal",
                                "cancelled",
                                "error",
                              ],
                            },
                          },
                        },
                      },
                      then: {
                        type: "object",
                        properties: { stopReason: { type: "null" } },
                        propertyNames: {
                          enum: [
                            "sessionUpdate",
                            "state",
                            "usage",
                            "background",
                            "_meta",
                            "stopReason",
                          ],
                        },
                      },
                    },
                  ],
                  properties: {
                    usage: { if: { type: "null" }, else: { $ref: "#/$defs/Usage" } },
                    background: {
                      type: ["array", "null"],
                      items: { $ref: "#/$defs/BackgroundWork" },
                    },
                    _meta: { type: ["object", "null"] },
                    stopReason: {
                      type: ["string", "null"],
                      pattern:
                        "^(?:end_turn|max_tokens|max_turn_requests|refusal|cancelled|error|_.*)$",
                      "x-values": [
                        "end_turn",
                        "max_tokens",
                        "max_turn_requests",
                        "refusal",
                        "cancelled",
                        "error",
                      ],
                    },
                  },
                },
              },
              {
                if: { required: ["state"], properties: { state: { const: "requires_action" } } },
                then: {
                  type: "object",
                  propertyNames: { enum: ["sessionUpdate", "state", "background", "_meta"] },
                  properties: {
                    background: {
                      type: ["array", "null"],
                      items: { $ref: "#/$defs/BackgroundWork" },
                    },
                    _meta: { type: ["object", "null"] },
                  },
                },
              },
              {
                if: { required: ["state"], properties: { state: { const: "unknown" } } },
                then: {
                  type: "object",
                  propertyNames: { enum: ["sessionUpdate", "state", "background", "_meta"] },
                  properties: {
                    background: {
                      type: ["array", "null"],
                      items: { $ref: "#/$defs/BackgroundWork" },
                    },
                    _meta: { type: ["object", "null"] },
                  },
                },
              },
              {
                if: {
                  required: ["state"],
                  properties: { state: { type: "string", pattern: "^_" } },
                },
                then: { type: "object" },
              },
            ],
            required: ["state"],
            properties: {
              state: {
                type: "string",
                pattern: "^(?:running|idle|requires_action|unknown|_.*)$",
                "x-values": ["running", "idle", "requires_action", "unknown"],
              },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "tool_call_content_chunk" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "toolCallId", "content", "_meta"] },
            required: ["toolCallId", "content"],
            properties: {
              toolCallId: { type: "string" },
              content: { $ref: "#/$defs/ToolCallContent" },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "tool_call_update" } },
          },
          then: {
            type: "object",
            propertyNames: {
              enum: [
                "sessionUpdate",
                "toolCallId",
                "name",
                "title",
                "kind",
                "status",
                "content",
                "locations",
                "rawInput",
                "rawOutput",
                "capabilities",
                "_meta",
              ],
            },
            required: ["toolCallId"],
            properties: {
              toolCallId: { type: "string" },
              name: { type: ["string", "null"] },
              title: { type: ["string", "null"] },
              kind: {
                type: ["string", "null"],
                pattern:
                  "^(?:read|edit|delete|move|search|execute|think|fetch|switch_mode|other|_.*)$",
                "x-values": [
                  "read",
                  "edit",
                  "delete",
                  "move",
                  "search",
                  "execute",
                  "think",
                  "fetch",
                  "switch_mode",
                  "other",
                ],
              },
              status: {
                type: ["string", "null"],
                pattern: "^(?:pending|in_progress|paused|completed|failed|cancelled|_.*)$",
                "x-values": [
                  "pending",
                  "in_progress",
                  "paused",
                  "completed",
                  "failed",
                  "cancelled",
                ],
              },
              content: { type: ["array", "null"], items: { $ref: "#/$defs/ToolCallContent" } },
              locations: { type: ["array", "null"], items: { $ref: "#/$defs/ToolCallLocation" } },
              rawInput: {},
              rawOutput: {},
              capabilities: {
                if: { type: "null" },
                else: { $ref: "#/$defs/ToolCallCapabilities" },
              },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "terminal_update" } },
          },
          then: {
            type: "object",
            propertyNames: {
              enum: [
                "sessionUpdate",
                "terminalId",
                "command",
                "cwd",
                "output",
                "exitStatus",
                "size",
                "capabilities",
                "_meta",
              ],
            },
            required: ["terminalId"],
            properties: {
              terminalId: { type: "string" },
              command: { type: ["string", "null"] },
              cwd: {
                type: ["string", "null"],
                pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
                "x-format": "an absolute path",
              },
              output: { if: { type: "null" }, else: { $ref: "#/$defs/TerminalOutput" } },
              exitStatus: { if: { type: "null" }, else: { $ref: "#/$defs/TerminalExitStatus" } },
              size: { if: { type: "null" }, else: { $ref: "#/$defs/TerminalSize" } },
              capabilities: {
                if: { type: "null" },
                else: { $ref: "#/$defs/TerminalCapabilities" },
              },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "terminal_output_chunk" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "terminalId", "data", "_meta"] },
            required: ["terminalId", "data"],
            properties: {
              terminalId: { type: "string" },
              data: {
                type: "string",
                pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
                "x-format": "base64",
              },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "plan_update" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "plan", "_meta"] },
            required: ["plan"],
            properties: {
              plan: { $ref: "#/$defs/PlanUpdateContent" },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "plan_removed" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "planId", "_meta"] },
            required: ["planId"],
            properties: { planId: { type: "string" }, _meta: { type: ["object", "null"] } },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "available_commands_update" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "availableCommands", "_meta"] },
            required: ["availableCommands"],
            properties: {
              availableCommands: { type: "array", items: { $ref: "#/$defs/AvailableCommand" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "config_option_update" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "configOptions", "_meta"] },
            required: ["configOptions"],
            properties: {
              configOptions: { type: "array", items: { $ref: "#/$defs/SessionConfigOption" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "session_info_update" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "title", "updatedAt", "_meta"] },
            properties: {
              title: { type: ["string", "null"] },
              updatedAt: {
                type: ["string", "null"],
                pattern:
                  "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?:Z|[+-]\\d\\d:\\d\\d)$",
                "x-format": "an ISO 8601 date and time",
              },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "usage_update" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "used", "size", "cost", "_meta"] },
            required: ["used", "size"],
            properties: {
              used: { type: "integer", minimum: 0 },
              size: { type: "integer", minimum: 0 },
              cost: { if: { type: "null" }, else: { $ref: "#/$defs/Cost" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["sessionUpdate"], properties: { sessionUpdate: { const: "notice" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "severity", "title", "description", "_meta"] },
            required: ["severity", "title"],
            properties: {
              severity: {
                type: "string",
                pattern: "^(?:info|warning|error|_.*)$",
                "x-values": ["info", "warning", "error"],
              },
              title: { type: "string", minLength: 1 },
              description: { type: ["string", "null"] },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "compaction_update" } },
          },
          then: {
            type: "object",
            propertyNames: {
              enum: ["sessionUpdate", "compactionId", "status", "summary", "error", "_meta"],
            },
            required: ["compactionId", "status"],
            properties: {
              compactionId: { type: "string" },
              status: {
                type: "string",
                pattern: "^(?:in_progress|completed|failed|cancelled|_.*)$",
                "x-values": ["in_progress", "completed", "failed", "cancelled"],
              },
              summary: { type: ["array", "null"], items: { $ref: "#/$defs/ContentBlock" } },
              error: { type: ["string", "null"] },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "compaction_summary_chunk" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "compactionId", "content", "_meta"] },
            required: ["compactionId", "content"],
            properties: {
              compactionId: { type: "string" },
              content: { $ref: "#/$defs/ContentBlock" },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "subagent_update" } },
          },
          then: {
            type: "object",
            propertyNames: {
              enum: [
                "sessionUpdate",
                "sessionId",
                "title",
                "description",
                "capabilities",
                "state",
                "cwd",
                "additionalDirectories",
                "_meta",
              ],
            },
            required: ["sessionId"],
            properties: {
              sessionId: { type: "string" },
              title: { type: ["string", "null"] },
              description: { type: ["string", "null"] },
              capabilities: {
                if: { type: "null" },
                else: { $ref: "#/$defs/SubagentSessionCapabilities" },
              },
              state: { if: { type: "null" }, else: { $ref: "#/$defs/StateUpdate" } },
              cwd: {
                type: ["string", "null"],
                pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
                "x-format": "an absolute path",
              },
              additionalDirectories: {
                type: ["array", "null"],
                items: {
                  type: "string",
                  pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
                  "x-format": "an absolute path",
                },
              },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "session_message" } },
          },
          then: {
            type: "object",
            propertyNames: {
              enum: [
                "sessionUpdate",
                "messageId",
                "senderSessionId",
                "recipientSessionId",
                "senderMessageId",
                "recipientMessageId",
                "content",
                "_meta",
              ],
            },
            required: ["messageId"],
            properties: {
              messageId: { type: "string" },
              senderSessionId: { type: ["string", "null"] },
              recipientSessionId: { type: ["string", "null"] },
              senderMessageId: { type: ["string", "null"] },
              recipientMessageId: { type: ["string", "null"] },
              content: { type: ["array", "null"], items: { $ref: "#/$defs/ContentBlock" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "session_message_chunk" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "messageId", "content", "_meta"] },
            required: ["messageId", "content"],
            properties: {
              messageId: { type: "string" },
              content: { $ref: "#/$defs/ContentBlock" },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { type: "string", pattern: "^_" } },
          },
          then: { type: "object" },
        },
      ],
    },
    TerminalOutput: {
      type: "object",
      required: ["data"],
      properties: {
        data: {
          type: "string",
          pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
          "x-format": "base64",
        },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["data", "_meta"] },
    },
    TerminalExitStatus: {
      type: "object",
      properties: {
        exitCode: { type: ["integer", "null"] },
        signal: { type: ["string", "null"] },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["exitCode", "signal", "_meta"] },
    },
    TerminalSize: {
      type: "object",
      required: ["cols", "rows"],
      properties: {
        cols: { type: "integer", minimum: 1, maximum: 65535 },
        rows: { type: "integer", minimum: 1, maximum: 65535 },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["cols", "rows", "_meta"] },
    },
    TerminalCapabilities: {
      type: "object",
      properties: {
        cancel: { if: { type: "null" }, else: { $ref: "#/$defs/TerminalCancelCapabilities" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["cancel", "_meta"] },
    },
    TerminalCancelCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    PlanUpdateContent: {
      type: "object",
      required: ["type"],
      properties: {
        type: {
          type: "string",
          pattern: "^(?:items|file|markdown|_.*)$",
          "x-values": ["items", "file", "markdown"],
        },
      },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "items" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "planId", "entries", "_meta"] },
            required: ["planId", "entries"],
            properties: {
              planId: { type: "string" },
              entries: { type: "array", items: { $ref: "#/$defs/PlanEntry" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "file" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "planId", "uri", "_meta"] },
            required: ["planId", "uri"],
            properties: {
              planId: { type: "string" },
              uri: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9+.-]*:", "x-format": "a URI" },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "markdown" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "planId", "content", "_meta"] },
            required: ["planId", "content"],
            properties: {
              planId: { type: "string" },
              content: { type: "string" },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { type: "string", pattern: "^_" } } },
          then: {
            type: "object",
            required: ["planId"],
            properties: { planId: { type: "string" } },
          },
        },
      ],
    },
    PlanEntry: {
      type: "object",
      required: ["content", "priority", "status"],
      properties: {
        content: { type: "string" },
        priority: {
          type: "string",
          pattern: "^(?:high|medium|low|_.*)$",
          "x-values": ["high", "medium", "low"],
        },
        status: {
          type: "string",
          pattern: "^(?:pending|in_progress|completed|cancelled|_.*)$",
          "x-values": ["pending", "in_progress", "completed", "cancelled"],
        },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["content", "priority", "status", "_meta"] },
    },
    Cost: {
      type: "object",
      required: ["amount", "currency"],
      properties: {
        amount: { type: "number" },
        currency: { type: "string" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["amount", "currency", "_meta"] },
    },
    SubagentSessionCapabilities: {
      type: "object",
      properties: {
        cancel: { if: { type: "null" }, else: { $ref: "#/$defs/SessionCancelCapabilities" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["cancel", "_meta"] },
    },
    SessionCancelCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    CompleteElicitationNotification: {
      type: "object",
      required: ["elicitationId"],
      properties: { elicitationId: { type: "string" }, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["elicitationId", "_meta"] },
    },
    AuthStatusUpdateNotification: {
      type: "object",
      required: ["state"],
      properties: {
        state: {
          type: "string",
          pattern: "^(?:authenticated|unauthenticated|not_required|unknown|_.*)$",
          "x-values": ["authenticated", "unauthenticated", "not_required", "unknown"],
        },
        accounts: { type: "array", items: { $ref: "#/$defs/AuthAccount" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["state", "accounts", "_meta"] },
    },
    InitializeRequest: {
      type: "object",
      required: ["protocolVersion", "info"],
      properties: {
        protocolVersion: { type: "integer", minimum: 0, maximum: 65535 },
        info: { $ref: "#/$defs/Implementation" },
        capabilities: { $ref: "#/$defs/ClientCapabilities" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["protocolVersion", "info", "capabilities", "_meta"] },
    },
    ClientCapabilities: {
      type: "object",
      properties: {
        auth: { if: { type: "null" }, else: { $ref: "#/$defs/ClientAuthCapabilities" } },
        elicitation: { if: { type: "null" }, else: { $ref: "#/$defs/ElicitationCapabilities" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["auth", "elicitation", "_meta"] },
    },
    ClientAuthCapabilities: {
      type: "object",
      properties: {
        terminal: { if: { type: "null" }, else: { $ref: "#/$defs/TerminalAuthCapabilities" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["terminal", "_meta"] },
    },
    TerminalAuthCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    ElicitationCapabilities: {
      type: "object",
      properties: {
        form: { if: { type: "null" }, else: { $ref: "#/$defs/ElicitationFormCapabilities" } },
        url: { if: { type: "null" }, else: { $ref: "#/$defs/ElicitationUrlCapabilities" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["form", "url", "_meta"] },
    },
    ElicitationFormCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    ElicitationUrlCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    LoginAuthRequest: {
      type: "object",
      required: ["methodId"],
      properties: { methodId: { type: "string" }, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["methodId", "_meta"] },
    },
    ListProvidersRequest: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    SetProviderRequest: {
      type: "object",
      required: ["providerId", "apiType", "baseUrl"],
      properties: {
        providerId: { type: "string" },
        apiType: {
          type: "string",
          pattern: "^(?:anthropic|openai|azure|vertex|bedrock|_.*)$",
          "x-values": ["anthropic", "openai", "azure", "vertex", "bedrock"],
        },
        baseUrl: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9+.-]*:", "x-format": "a URI" },
        headers: { type: "object", additionalProperties: { type: "string" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["providerId", "apiType", "baseUrl", "headers", "_meta"] },
    },
    DisableProviderRequest: {
      type: "object",
      required: ["providerId"],
      properties: { providerId: { type: "string" }, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["providerId", "_meta"] },
    },
    LogoutAuthRequest: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    AuthStatusRequest: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    NewSessionRequest: {
      type: "object",
      required: ["cwd"],
      properties: {
        cwd: {
          type: "string",
          pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
          "x-format": "an absolute path",
        },
        additionalDirectories: {
          type: "array",
          items: {
            type: "string",
            pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
            "x-format": "an absolute path",
          },
        },
        mcpServers: { type: "array", items: { $ref: "#/$defs/McpServer" } },
        systemPrompt: { if: { type: "null" }, else: { $ref: "#/$defs/SystemPrompt" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: {
        enum: ["cwd", "additionalDirectories", "mcpServers", "systemPrompt", "_meta"],
      },
    },
    McpServer: {
      type: "object",
      required: ["type"],
      properties: {
        type: {
          type: "string",
          pattern: "^(?:http|acp|stdio|_.*)$",
          "x-values": ["http", "acp", "stdio"],
        },
      },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "http" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "name", "url", "headers", "_meta"] },
            required: ["name", "url"],
            properties: {
              name: { type: "string" },
              url: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9+.-]*:", "x-format": "a URI" },
              headers: { type: "array", items: { $ref: "#/$defs/HttpHeader" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "acp" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "name", "serverId", "_meta"] },
            required: ["name", "serverId"],
            properties: {
              name: { type: "string" },
              serverId: { type: "string" },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "stdio" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "name", "command", "args", "env", "_meta"] },
            required: ["name", "command"],
            properties: {
              name: { type: "string" },
              command: {
                type: "string",
                pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
                "x-format": "an absolute path",
              },
              args: { type: "array", items: { type: "string" } },
              env: { type: "array", items: { $ref: "#/$defs/EnvVariable" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { type: "string", pattern: "^_" } } },
          then: { type: "object" },
        },
      ],
    },
    HttpHeader: {
      type: "object",
      required: ["name", "value"],
      properties: {
        name: { type: "string" },
        value: { type: "string" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["name", "value", "_meta"] },
    },
    SystemPrompt: {
      type: "object",
      required: ["mode", "content"],
      properties: {
        mode: {
          type: "string",
          pattern: "^(?:append|override|_.*)$",
          "x-values": ["append", "override"],
        },
        content: { type: "array", items: { $ref: "#/$defs/ContentBlock" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["mode", "content", "_meta"] },
    },
    ListSessionsRequest: {
      type: "object",
      properties: {
        cwd: {
          type: ["string", "null"],
          pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
          "x-format": "an absolute path",
        },
        cursor: { type: ["string", "null"] },
        archived: {
          type: ["string", "null"],
          pattern: "^(?:exclude|include|only|_.*)$",
          "x-values": ["exclude", "include", "only"],
        },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["cwd", "cursor", "archived", "_meta"] },
    },
    DeleteSessionRequest: {
      type: "object",
      required: ["sessionId"],
      properties: { sessionId: { type: "string" }, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["sessionId", "_meta"] },
    },
    ForkSessionRequest: {
      type: "object",
      required: ["sessionId", "cwd"],
      properties: {
        sessionId: { type: "string" },
        cwd: {
          type: "string",
          pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
          "x-format": "an absolute path",
        },
        additionalDirectories: {
          type: "array",
          items: {
            type: "string",
            pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
            "x-format": "an absolute path",
          },
        },
        mcpServers: { type: "array", items: { $ref: "#/$defs/McpServer" } },
        systemPrompt: { if: { type: "null" }, else: { $ref: "#/$defs/SystemPrompt" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: {
        enum: ["sessionId", "cwd", "additionalDirectories", "mcpServers", "systemPrompt", "_meta"],
      },
    },
    ArchiveSessionRequest: {
      type: "object",
      required: ["sessionId"],
      properties: { sessionId: { type: "string" }, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["sessionId", "_meta"] },
    },
    UnarchiveSessionRequest: {
      type: "object",
      required: ["sessionId"],
      properties: { sessionId: { type: "string" }, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["sessionId", "_meta"] },
    },
    SessionStatusRequest: {
      type: "object",
      required: ["sessionId"],
      properties: { sessionId: { type: "string" }, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["sessionId", "_meta"] },
    },
    SetSessionTitleRequest: {
      type: "object",
      required: ["sessionId", "title"],
      properties: {
        sessionId: { type: "string" },
        title: { type: "string" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "title", "_meta"] },
    },
    ResumeSessionRequest: {
      type: "object",
      required: ["sessionId", "cwd"],
      properties: {
        sessionId: { type: "string" },
        cwd: {
          type: "string",
          pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
          "x-format": "an absolute path",
        },
        additionalDirectories: {
          type: "array",
          items: {
            type: "string",
            pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
            "x-format": "an absolute path",
          },
        },
        mcpServers: { type: "array", items: { $ref: "#/$defs/McpServer" } },
        replayFrom: { if: { type: "null" }, else: { $ref: "#/$defs/ReplayFrom" } },
        systemPrompt: { if: { type: "null" }, else: { $ref: "#/$defs/SystemPrompt" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: {
        enum: [
          "sessionId",
          "cwd",
          "additionalDirectories",
          "mcpServers",
          "replayFrom",
          "systemPrompt",
          "_meta",
        ],
      },
    },
    ReplayFrom: {
      type: "object",
      required: ["type"],
      properties: { type: { type: "string", pattern: "^(?:start|_.*)$", "x-values": ["start"] } },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "start" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "_meta"] },
            properties: { _meta: { type: ["object", "null"] } },
          },
        },
        {
          if: { required: ["type"], properties: { type: { type: "string", pattern: "^_" } } },
          then: { type: "object" },
        },
      ],
    },
    CloseSessionRequest: {
      type: "object",
      required: ["sessionId"],
      properties: { sessionId: { type: "string" }, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["sessionId", "_meta"] },
    },
    CancelToolCallRequest: {
      type: "object",
      required: ["sessionId", "toolCallId"],
      properties: {
        sessionId: { type: "string" },
        toolCallId: { type: "string" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "toolCallId", "_meta"] },
    },
    CancelTerminalRequest: {
      type: "object",
      required: ["sessionId", "terminalId"],
      properties: {
        sessionId: { type: "string" },
        terminalId: { type: "string" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "terminalId", "_meta"] },
    },
    SetSessionConfigOptionRequest: {
      type: "object",
      required: ["sessionId", "configId", "type"],
      properties: {
        sessionId: { type: "string" },
        configId: { type: "string" },
        _meta: { type: ["object", "null"] },
        type: { type: "string", pattern: "^(?:id|boolean|_.*)$", "x-values": ["id", "boolean"] },
      },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "id" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionId", "configId", "_meta", "type", "value"] },
            required: ["value"],
            properties: { value: { type: "string" } },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "boolean" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionId", "configId", "_meta", "type", "value"] },
            required: ["value"],
            properties: { value: { type: "boolean" } },
          },
        },
        {
          if: { required: ["type"], properties: { type: { type: "string", pattern: "^_" } } },
          then: { type: "object", required: ["value"], properties: { value: {} } },
        },
      ],
    },
    PromptRequest: {
      type: "object",
      required: ["sessionId", "prompt"],
      properties: {
        sessionId: { type: "string" },
        prompt: { type: "array", minItems: 1, items: { $ref: "#/$defs/ContentBlock" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "prompt", "_meta"] },
    },
    RequestPermissionResponse: {
      type: "object",
      required: ["outcome"],
      properties: {
        outcome: { $ref: "#/$defs/RequestPermissionOutcome" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["outcome", "_meta"] },
    },
    RequestPermissionOutcome: {
      type: "object",
      required: ["outcome"],
      properties: {
        outcome: {
          type: "string",
          pattern: "^(?:cancelled|selected|_.*)$",
          "x-values": ["cancelled", "selected"],
        },
      },
      allOf: [
        {
          if: { required: ["outcome"], properties: { outcome: { const: "cancelled" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["outcome", "_meta"] },
            properties: { _meta: { type: ["object", "null"] } },
          },
        },
        {
          if: { required: ["outcome"], properties: { outcome: { const: "selected" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["outcome", "optionId", "_meta"] },
            required: ["optionId"],
            properties: { optionId: { type: "string" }, _meta: { type: ["object", "null"] } },
          },
        },
        {
          if: { required: ["outcome"], properties: { outcome: { type: "string", pattern: "^_" } } },
          then: { type: "object" },
        },
      ],
    },
    CreateElicitationResponse: {
      type: "object",
      properties: {
        _meta: { type: ["object", "null"] },
        action: {
          type: "string",
          pattern: "^(?:accept|decline|cancel|_.*)$",
          "x-values": ["accept", "decline", "cancel"],
        },
      },
      required: ["action"],
      allOf: [
        {
          if: { required: ["action"], properties: { action: { const: "accept" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["_meta", "action", "content"] },
            properties: { content: { type: ["object", "null"], additionalProperties: {} } },
          },
        },
        {
          if: { required: ["action"], properties: { action: { const: "decline" } } },
          then: { type: "object", propertyNames: { enum: ["_meta", "action"] } },
        },
        {
          if: { required: ["action"], properties: { action: { const: "cancel" } } },
          then: { type: "object", propertyNames: { enum: ["_meta", "action"] } },
        },
        {
          if: { required: ["action"], properties: { action: { type: "string", pattern: "^_" } } },
          then: { type: "object" },
        },
      ],
    },
    MessageMcpResponse: {
      type: "object",
      if: { required: ["result"] },
      then: {
        type: "object",
        required: ["result"],
        properties: { result: {}, _meta: { type: ["object", "null"] } },
        propertyNames: { enum: ["result", "_meta", "error"] },
      },
      else: {
        if: { required: ["error"] },
        then: {
          type: "object",
          required: ["error"],
          properties: { error: { $ref: "#/$defs/McpError" }, _meta: { type: ["object", "null"] } },
          propertyNames: { enum: ["result", "_meta", "error"] },
        },
        else: { anyOf: [{ required: ["result"] }, { required: ["error"] }] },
      },
    },
    McpError: {
      type: "object",
      required: ["code", "message"],
      properties: { code: { type: "integer" }, message: { type: "string" }, data: {} },
    },
    CancelSessionNotification: {
      type: "object",
      required: ["sessionId"],
      properties: { sessionId: { type: "string" }, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["sessionId", "_meta"] },
    },
    MessageMcpNotification: {
      type: "object",
      required: ["serverId", "requestId", "method"],
      properties: {
        serverId: { type: "string" },
        requestId: { type: "string" },
        method: { type: "string" },
        params: { type: ["object", "null"] },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["serverId", "requestId", "method", "params", "_meta"] },
    },
    CancelRequestNotification: {
      type: "object",
      required: ["requestId"],
      properties: {
        requestId: { type: ["integer", "string"] },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["requestId", "_meta"] },
    },
    InitializeProxyRequest: { $ref: "#/$defs/InitializeRequest" },
    ProxySuccessorRequest: {
      type: "object",
      required: ["method"],
      properties: { method: { type: "string" }, params: {}, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["method", "params", "_meta"] },
    },
    InitializeProxyResponse: { $ref: "#/$defs/InitializeResponse" },
    ProxySuccessorResponse: {},
    ProxySuccessorNotification: {
      type: "object",
      required: ["method"],
      properties: { method: { type: "string" }, params: {}, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["method", "params", "_meta"] },
    },
  },
};

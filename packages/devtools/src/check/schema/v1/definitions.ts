// Generated from the schema of @agentclientprotocol/sdk by scripts/generate-schemas.mjs. Do not edit.
import type { ProtocolSchema } from "../types.js";

/** The strict schema of protocol version 1. */
export const PROTOCOL_SCHEMA: ProtocolSchema = {
  methods: {
    "fs/write_text_file": {
      client: { request: "WriteTextFileRequest", response: "WriteTextFileResponse" },
    },
    "fs/read_text_file": {
      client: { request: "ReadTextFileRequest", response: "ReadTextFileResponse" },
    },
    "session/request_permission": {
      client: { request: "RequestPermissionRequest", response: "RequestPermissionResponse" },
    },
    "terminal/create": {
      client: { request: "CreateTerminalRequest", response: "CreateTerminalResponse" },
    },
    "terminal/output": {
      client: { request: "TerminalOutputRequest", response: "TerminalOutputResponse" },
    },
    "terminal/release": {
      client: { request: "ReleaseTerminalRequest", response: "ReleaseTerminalResponse" },
    },
    "terminal/wait_for_exit": {
      client: { request: "WaitForTerminalExitRequest", response: "WaitForTerminalExitResponse" },
    },
    "terminal/kill": {
      client: { request: "KillTerminalRequest", response: "KillTerminalResponse" },
    },
    "elicitation/create": {
      client: { request: "CreateElicitationRequest", response: "CreateElicitationResponse" },
    },
    "mcp/message": {
      client: { request: "MessageMcpRequest", response: "MessageMcpResponse" },
      agent: { notification: "MessageMcpNotification" },
    },
    initialize: { agent: { response: "InitializeResponse", request: "InitializeRequest" } },
    authenticate: { agent: { response: "AuthenticateResponse", request: "AuthenticateRequest" } },
    "providers/list": {
      agent: { response: "ListProvidersResponse", request: "ListProvidersRequest" },
    },
    "providers/set": { agent: { response: "SetProviderResponse", request: "SetProviderRequest" } },
    "providers/disable": {
      agent: { response: "DisableProviderResponse", request: "DisableProviderRequest" },
    },
    logout: { agent: { response: "LogoutResponse", request: "LogoutRequest" } },
    "auth/status": { agent: { response: "AuthStatusResponse", request: "AuthStatusRequest" } },
    "session/new": { agent: { response: "NewSessionResponse", request: "NewSessionRequest" } },
    "session/load": { agent: { response: "LoadSessionResponse", request: "LoadSessionRequest" } },
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
    "session/set_mode": {
      agent: { response: "SetSessionModeResponse", request: "SetSessionModeRequest" },
    },
    "session/set_config_option": {
      agent: {
        response: "SetSessionConfigOptionResponse",
        request: "SetSessionConfigOptionRequest",
      },
    },
    "session/prompt": { agent: { response: "PromptResponse", request: "PromptRequest" } },
    "session/update": { client: { notification: "SessionNotification" } },
    "elicitation/complete": { client: { notification: "CompleteElicitationNotification" } },
    "auth/status_update": { client: { notification: "AuthStatusUpdateNotification" } },
    "session/cancel": { agent: { notification: "CancelNotification" } },
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
    WriteTextFileRequest: {
      type: "object",
      required: ["sessionId", "path", "content"],
      properties: {
        sessionId: { type: "string" },
        path: {
          type: "string",
          pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
          "x-format": "an absolute path",
        },
        content: { type: "string" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "path", "content", "_meta"] },
    },
    ReadTextFileRequest: {
      type: "object",
      required: ["sessionId", "path"],
      properties: {
        sessionId: { type: "string" },
        path: {
          type: "string",
          pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
          "x-format": "an absolute path",
        },
        line: { type: ["integer", "null"], minimum: 1 },
        limit: { type: ["integer", "null"], minimum: 0 },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "path", "line", "limit", "_meta"] },
    },
    RequestPermissionRequest: {
      type: "object",
      required: ["sessionId", "toolCall", "options"],
      properties: {
        sessionId: { type: "string" },
        toolCall: { $ref: "#/$defs/ToolCallUpdate" },
        options: { type: "array", items: { $ref: "#/$defs/PermissionOption" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "toolCall", "options", "_meta"] },
    },
    ToolCallUpdate: {
      type: "object",
      required: ["toolCallId"],
      properties: {
        toolCallId: { type: "string" },
        kind: {
          type: ["string", "null"],
          enum: [
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
            null,
          ],
        },
        status: {
          type: ["string", "null"],
          enum: ["pending", "in_progress", "completed", "failed", null],
        },
        title: { type: ["string", "null"] },
        name: { type: ["string", "null"] },
        content: { type: ["array", "null"], items: { $ref: "#/$defs/ToolCallContent" } },
        locations: { type: ["array", "null"], items: { $ref: "#/$defs/ToolCallLocation" } },
        rawInput: {},
        rawOutput: {},
        _meta: { type: ["object", "null"] },
      },
      propertyNames: {
        enum: [
          "toolCallId",
          "kind",
          "status",
          "title",
          "name",
          "content",
          "locations",
          "rawInput",
          "rawOutput",
          "_meta",
        ],
      },
    },
    ToolCallContent: {
      type: "object",
      required: ["type"],
      properties: { type: { type: "string", enum: ["content", "diff", "terminal"] } },
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
            propertyNames: { enum: ["type", "path", "oldText", "newText", "_meta"] },
            required: ["path", "newText"],
            properties: {
              path: {
                type: "string",
                pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
                "x-format": "an absolute path",
              },
              oldText: { type: ["string", "null"] },
              newText: { type: "string" },
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
      ],
    },
    ContentBlock: {
      type: "object",
      required: ["type"],
      properties: {
        type: { type: "string", enum: ["text", "image", "audio", "resource_link", "resource"] },
      },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "text" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "annotations", "text", "_meta"] },
            required: ["text"],
            properties: {
              annotations: { if: { type: "null" }, else: { $ref: "#/$defs/Annotations" } },
              text: { type: "string" },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "image" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "annotations", "data", "mimeType", "uri", "_meta"] },
            required: ["data", "mimeType"],
            properties: {
              annotations: { if: { type: "null" }, else: { $ref: "#/$defs/Annotations" } },
              data: {
                type: "string",
                pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
                "x-format": "base64",
              },
              mimeType: { type: "string" },
              uri: { type: ["string", "null"] },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "audio" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "annotations", "data", "mimeType", "_meta"] },
            required: ["data", "mimeType"],
            properties: {
              annotations: { if: { type: "null" }, else: { $ref: "#/$defs/Annotations" } },
              data: {
                type: "string",
                pattern: "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
                "x-format": "base64",
              },
              mimeType: { type: "string" },
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
                "annotations",
                "description",
                "mimeType",
                "name",
                "size",
                "title",
                "uri",
                "_meta",
              ],
            },
            required: ["name", "uri"],
            properties: {
              annotations: { if: { type: "null" }, else: { $ref: "#/$defs/Annotations" } },
              description: { type: ["string", "null"] },
              mimeType: { type: ["string", "null"] },
              name: { type: "string" },
              size: { type: ["integer", "null"] },
              title: { type: ["string", "null"] },
              uri: { type: "string" },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "resource" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "annotations", "resource", "_meta"] },
            required: ["resource"],
            properties: {
              annotations: { if: { type: "null" }, else: { $ref: "#/$defs/Annotations" } },
              resource: { $ref: "#/$defs/EmbeddedResourceResource" },
              _meta: { type: ["object", "null"] },
            },
          },
        },
      ],
    },
    Annotations: {
      type: "object",
      properties: {
        audience: {
          type: ["array", "null"],
          items: { type: "string", enum: ["assistant", "user"] },
        },
        lastModified: { type: ["string", "null"] },
        priority: { type: ["number", "null"] },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["audience", "lastModified", "priority", "_meta"] },
    },
    EmbeddedResourceResource: {
      type: "object",
      if: { required: ["text"] },
      then: {
        type: "object",
        required: ["text", "uri"],
        properties: {
          mimeType: { type: ["string", "null"] },
          text: { type: "string" },
          uri: { type: "string" },
          _meta: { type: ["object", "null"] },
        },
        propertyNames: { enum: ["mimeType", "text", "uri", "_meta", "blob"] },
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
            mimeType: { type: ["string", "null"] },
            uri: { type: "string" },
            _meta: { type: ["object", "null"] },
          },
          propertyNames: { enum: ["mimeType", "text", "uri", "_meta", "blob"] },
        },
        else: { anyOf: [{ required: ["text"] }, { required: ["blob"] }] },
      },
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
    PermissionOption: {
      type: "object",
      required: ["optionId", "name", "kind"],
      properties: {
        optionId: { type: "string" },
        name: { type: "string" },
        kind: {
          type: "string",
          enum: ["allow_once", "allow_always", "reject_once", "reject_always"],
        },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["optionId", "name", "kind", "_meta"] },
    },
    CreateTerminalRequest: {
      type: "object",
      required: ["sessionId", "command"],
      properties: {
        sessionId: { type: "string" },
        command: { type: "string" },
        args: { type: "array", items: { type: "string" } },
        env: { type: "array", items: { $ref: "#/$defs/EnvVariable" } },
        cwd: {
          type: ["string", "null"],
          pattern: "^(?:/|[A-Za-z]:[\\\\/]|\\\\\\\\)",
          "x-format": "an absolute path",
        },
        outputByteLimit: { type: ["integer", "null"], minimum: 0 },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: {
        enum: ["sessionId", "command", "args", "env", "cwd", "outputByteLimit", "_meta"],
      },
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
    TerminalOutputRequest: {
      type: "object",
      required: ["sessionId", "terminalId"],
      properties: {
        sessionId: { type: "string" },
        terminalId: { type: "string" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "terminalId", "_meta"] },
    },
    ReleaseTerminalRequest: {
      type: "object",
      required: ["sessionId", "terminalId"],
      properties: {
        sessionId: { type: "string" },
        terminalId: { type: "string" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "terminalId", "_meta"] },
    },
    WaitForTerminalExitRequest: {
      type: "object",
      required: ["sessionId", "terminalId"],
      properties: {
        sessionId: { type: "string" },
        terminalId: { type: "string" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "terminalId", "_meta"] },
    },
    KillTerminalRequest: {
      type: "object",
      required: ["sessionId", "terminalId"],
      properties: {
        sessionId: { type: "string" },
        terminalId: { type: "string" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "terminalId", "_meta"] },
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
                properties: { requestId: { type: ["null", "integer", "string"] } },
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
                properties: { requestId: { type: ["null", "integer", "string"] } },
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
                properties: { requestId: { type: ["null", "integer", "string"] } },
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
                enum: ["email", "uri", "date", "date-time", null],
              },
              default: { type: ["string", "null"] },
              enum: { type: ["array", "null"], items: { type: "string" } },
              oneOf: { type: ["array", "null"], items: { $ref: "#/$defs/EnumOption" } },
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
              enum: { type: "array", items: { type: "string" } },
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
              anyOf: { type: "array", items: { $ref: "#/$defs/EnumOption" } },
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
      required: ["protocolVersion"],
      properties: {
        protocolVersion: { type: "integer", minimum: 0, maximum: 65535 },
        agentCapabilities: { $ref: "#/$defs/AgentCapabilities" },
        authMethods: { type: "array", items: { $ref: "#/$defs/AuthMethod" } },
        agentInfo: { if: { type: "null" }, else: { $ref: "#/$defs/Implementation" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: {
        enum: ["protocolVersion", "agentCapabilities", "authMethods", "agentInfo", "_meta"],
      },
    },
    AgentCapabilities: {
      type: "object",
      properties: {
        loadSession: { type: "boolean" },
        promptCapabilities: { $ref: "#/$defs/PromptCapabilities" },
        mcpCapabilities: { $ref: "#/$defs/McpCapabilities" },
        sessionCapabilities: { $ref: "#/$defs/SessionCapabilities" },
        auth: { $ref: "#/$defs/AgentAuthCapabilities" },
        providers: { if: { type: "null" }, else: { $ref: "#/$defs/ProvidersCapabilities" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: {
        enum: [
          "loadSession",
          "promptCapabilities",
          "mcpCapabilities",
          "sessionCapabilities",
          "auth",
          "providers",
          "_meta",
        ],
      },
    },
    PromptCapabilities: {
      type: "object",
      properties: {
        image: { type: "boolean" },
        audio: { type: "boolean" },
        embeddedContext: { type: "boolean" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["image", "audio", "embeddedContext", "_meta"] },
    },
    McpCapabilities: {
      type: "object",
      properties: {
        http: { type: "boolean" },
        sse: { type: "boolean" },
        acp: { type: "boolean" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["http", "sse", "acp", "_meta"] },
    },
    SessionCapabilities: {
      type: "object",
      properties: {
        list: { if: { type: "null" }, else: { $ref: "#/$defs/SessionListCapabilities" } },
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
        resume: { if: { type: "null" }, else: { $ref: "#/$defs/SessionResumeCapabilities" } },
        close: { if: { type: "null" }, else: { $ref: "#/$defs/SessionCloseCapabilities" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: {
        enum: [
          "list",
          "delete",
          "additionalDirectories",
          "systemPrompt",
          "fork",
          "archive",
          "status",
          "title",
          "resume",
          "close",
          "_meta",
        ],
      },
    },
    SessionListCapabilities: {
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
    SessionResumeCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    SessionCloseCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    AgentAuthCapabilities: {
      type: "object",
      properties: {
        status: { if: { type: "null" }, else: { $ref: "#/$defs/AuthStatusCapabilities" } },
        logout: { if: { type: "null" }, else: { $ref: "#/$defs/LogoutCapabilities" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["status", "logout", "_meta"] },
    },
    AuthStatusCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    LogoutCapabilities: {
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
      properties: {},
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "terminal" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "id", "name", "description", "args", "env", "_meta"] },
            required: ["id", "name"],
            properties: {
              id: { type: "string" },
              name: { type: "string" },
              description: { type: ["string", "null"] },
              args: { type: "array", items: { type: "string" } },
              env: { type: "object", additionalProperties: { type: "string" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { not: { required: ["type"], properties: { type: { enum: ["terminal"] } } } },
          then: {
            type: "object",
            required: ["id", "name"],
            properties: {
              id: { type: "string" },
              name: { type: "string" },
              description: { type: ["string", "null"] },
              _meta: { type: ["object", "null"] },
            },
            propertyNames: { enum: ["type", "id", "name", "description", "_meta"] },
          },
        },
      ],
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
    AuthenticateResponse: {
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
        baseUrl: { type: "string" },
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
    LogoutResponse: {
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
        modes: { if: { type: "null" }, else: { $ref: "#/$defs/SessionModeState" } },
        configOptions: { type: ["array", "null"], items: { $ref: "#/$defs/SessionConfigOption" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "modes", "configOptions", "_meta"] },
    },
    SessionModeState: {
      type: "object",
      required: ["currentModeId", "availableModes"],
      properties: {
        currentModeId: { type: "string" },
        availableModes: { type: "array", items: { $ref: "#/$defs/SessionMode" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["currentModeId", "availableModes", "_meta"] },
    },
    SessionMode: {
      type: "object",
      required: ["id", "name"],
      properties: {
        id: { type: "string" },
        name: { type: "string" },
        description: { type: ["string", "null"] },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["id", "name", "description", "_meta"] },
    },
    SessionConfigOption: {
      type: "object",
      required: ["id", "name", "type"],
      properties: {
        id: { type: "string" },
        name: { type: "string" },
        description: { type: ["string", "null"] },
        category: {
          type: ["string", "null"],
          pattern: "^(?:mode|model|model_config|thought_level|_.*)$",
          "x-values": ["mode", "model", "model_config", "thought_level"],
        },
        _meta: { type: ["object", "null"] },
        type: { type: "string", enum: ["select", "boolean"] },
      },
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "select" } } },
          then: {
            type: "object",
            propertyNames: {
              enum: [
                "id",
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
              enum: ["id", "name", "description", "category", "_meta", "type", "currentValue"],
            },
            required: ["currentValue"],
            properties: { currentValue: { type: "boolean" } },
          },
        },
      ],
    },
    SessionConfigSelectOptions: {
      type: "array",
      if: { minItems: 1, prefixItems: [{ required: ["group"] }] },
      then: { type: "array", items: { $ref: "#/$defs/SessionConfigSelectGroup" } },
      else: { type: "array", items: { $ref: "#/$defs/SessionConfigSelectOption" } },
    },
    SessionConfigSelectGroup: {
      type: "object",
      required: ["group", "name", "options"],
      properties: {
        group: { type: "string" },
        name: { type: "string" },
        options: { type: "array", items: { $ref: "#/$defs/SessionConfigSelectOption" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["group", "name", "options", "_meta"] },
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
    LoadSessionResponse: {
      type: "object",
      properties: {
        modes: { if: { type: "null" }, else: { $ref: "#/$defs/SessionModeState" } },
        configOptions: { type: ["array", "null"], items: { $ref: "#/$defs/SessionConfigOption" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["modes", "configOptions", "_meta"] },
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
        updatedAt: { type: ["string", "null"] },
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
        modes: { if: { type: "null" }, else: { $ref: "#/$defs/SessionModeState" } },
        configOptions: { type: ["array", "null"], items: { $ref: "#/$defs/SessionConfigOption" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "modes", "configOptions", "_meta"] },
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
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["status", "_meta"] },
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
        modes: { if: { type: "null" }, else: { $ref: "#/$defs/SessionModeState" } },
        configOptions: { type: ["array", "null"], items: { $ref: "#/$defs/SessionConfigOption" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["modes", "configOptions", "_meta"] },
    },
    CloseSessionResponse: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    SetSessionModeResponse: {
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
      required: ["stopReason"],
      properties: {
        stopReason: {
          type: "string",
          enum: ["end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"],
        },
        usage: { if: { type: "null" }, else: { $ref: "#/$defs/Usage" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["stopReason", "usage", "_meta"] },
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
    SessionNotification: {
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
          enum: [
            "user_message_chunk",
            "agent_message_chunk",
            "agent_thought_chunk",
            "tool_call",
            "tool_call_update",
            "plan",
            "plan_update",
            "plan_removed",
            "available_commands_update",
            "current_mode_update",
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
            propertyNames: { enum: ["sessionUpdate", "content", "messageId", "_meta"] },
            required: ["content"],
            properties: {
              content: { $ref: "#/$defs/ContentBlock" },
              messageId: { type: ["string", "null"] },
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
            propertyNames: { enum: ["sessionUpdate", "content", "messageId", "_meta"] },
            required: ["content"],
            properties: {
              content: { $ref: "#/$defs/ContentBlock" },
              messageId: { type: ["string", "null"] },
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
            propertyNames: { enum: ["sessionUpdate", "content", "messageId", "_meta"] },
            required: ["content"],
            properties: {
              content: { $ref: "#/$defs/ContentBlock" },
              messageId: { type: ["string", "null"] },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: {
            required: ["sessionUpdate"],
            properties: { sessionUpdate: { const: "tool_call" } },
          },
          then: {
            type: "object",
            propertyNames: {
              enum: [
                "sessionUpdate",
                "toolCallId",
                "title",
                "name",
                "kind",
                "status",
                "content",
                "locations",
                "rawInput",
                "rawOutput",
                "_meta",
              ],
            },
            required: ["toolCallId", "title"],
            properties: {
              toolCallId: { type: "string" },
              title: { type: "string" },
              name: { type: ["string", "null"] },
              kind: {
                type: "string",
                enum: [
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
              status: { type: "string", enum: ["pending", "in_progress", "completed", "failed"] },
              content: { type: "array", items: { $ref: "#/$defs/ToolCallContent" } },
              locations: { type: "array", items: { $ref: "#/$defs/ToolCallLocation" } },
              rawInput: {},
              rawOutput: {},
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
                "kind",
                "status",
                "title",
                "name",
                "content",
                "locations",
                "rawInput",
                "rawOutput",
                "_meta",
              ],
            },
            required: ["toolCallId"],
            properties: {
              toolCallId: { type: "string" },
              kind: {
                type: ["string", "null"],
                enum: [
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
                  null,
                ],
              },
              status: {
                type: ["string", "null"],
                enum: ["pending", "in_progress", "completed", "failed", null],
              },
              title: { type: ["string", "null"] },
              name: { type: ["string", "null"] },
              content: { type: ["array", "null"], items: { $ref: "#/$defs/ToolCallContent" } },
              locations: { type: ["array", "null"], items: { $ref: "#/$defs/ToolCallLocation" } },
              rawInput: {},
              rawOutput: {},
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["sessionUpdate"], properties: { sessionUpdate: { const: "plan" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "entries", "_meta"] },
            required: ["entries"],
            properties: {
              entries: { type: "array", items: { $ref: "#/$defs/PlanEntry" } },
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
            properties: { sessionUpdate: { const: "current_mode_update" } },
          },
          then: {
            type: "object",
            propertyNames: { enum: ["sessionUpdate", "currentModeId", "_meta"] },
            required: ["currentModeId"],
            properties: { currentModeId: { type: "string" }, _meta: { type: ["object", "null"] } },
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
              updatedAt: { type: ["string", "null"] },
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
      ],
    },
    PlanEntry: {
      type: "object",
      required: ["content", "priority", "status"],
      properties: {
        content: { type: "string" },
        priority: { type: "string", enum: ["high", "medium", "low"] },
        status: { type: "string", enum: ["pending", "in_progress", "completed"] },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["content", "priority", "status", "_meta"] },
    },
    PlanUpdateContent: {
      type: "object",
      required: ["type"],
      properties: { type: { type: "string", enum: ["items", "file", "markdown"] } },
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
              uri: { type: "string" },
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
      ],
    },
    AvailableCommand: {
      type: "object",
      required: ["name", "description"],
      properties: {
        name: { type: "string" },
        description: { type: "string" },
        input: { if: { type: "null" }, else: { $ref: "#/$defs/AvailableCommandInput" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["name", "description", "input", "_meta"] },
    },
    AvailableCommandInput: {
      type: "object",
      if: { required: ["hint"] },
      then: {
        type: "object",
        required: ["hint"],
        properties: { hint: { type: "string" }, _meta: { type: ["object", "null"] } },
        propertyNames: { enum: ["hint", "_meta"] },
      },
      else: { anyOf: [{ required: ["hint"] }] },
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
            propertyNames: { enum: ["state", "_meta"] },
            properties: { _meta: { type: ["object", "null"] } },
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
                  propertyNames: { enum: ["state", "usage", "_meta", "stopReason"] },
                },
              },
              {
                if: {
                  required: ["stopReason"],
                  properties: { stopReason: { const: "max_tokens" } },
                },
                then: {
                  type: "object",
                  propertyNames: { enum: ["state", "usage", "_meta", "stopReason"] },
                },
              },
              {
                if: {
                  required: ["stopReason"],
                  properties: { stopReason: { const: "max_turn_requests" } },
                },
                then: {
                  type: "object",
                  propertyNames: { enum: ["state", "usage", "_meta", "stopReason"] },
                },
              },
              {
                if: { required: ["stopReason"], properties: { stopReason: { const: "refusal" } } },
                then: {
                  type: "object",
                  propertyNames: { enum: ["state", "usage", "_meta", "stopReason"] },
                },
              },
              {
                if: {
                  required: ["stopReason"],
                  properties: { stopReason: { const: "cancelled" } },
                },
                then: {
                  type: "object",
                  propertyNames: { enum: ["state", "usage", "_meta", "stopReason"] },
                },
              },
              {
                if: { required: ["stopReason"], properties: { stopReason: { const: "error" } } },
                then: {
                  type: "object",
                  propertyNames: { enum: ["state", "usage", "_meta", "stopReason", "error"] },
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
                  propertyNames: { enum: ["state", "usage", "_meta", "stopReason"] },
                },
              },
            ],
            properties: {
              usage: { if: { type: "null" }, else: { $ref: "#/$defs/Usage" } },
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
            propertyNames: { enum: ["state", "_meta"] },
            properties: { _meta: { type: ["object", "null"] } },
          },
        },
        {
          if: { required: ["state"], properties: { state: { const: "unknown" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["state", "_meta"] },
            properties: { _meta: { type: ["object", "null"] } },
          },
        },
        {
          if: { required: ["state"], properties: { state: { type: "string", pattern: "^_" } } },
          then: { type: "object" },
        },
      ],
    },
    Error: {
      type: "object",
      required: ["code", "message"],
      properties: { code: { type: "integer" }, message: { type: "string" }, data: {} },
      propertyNames: { enum: ["code", "message", "data", "_meta"] },
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
      required: ["protocolVersion"],
      properties: {
        protocolVersion: { type: "integer", minimum: 0, maximum: 65535 },
        clientCapabilities: { $ref: "#/$defs/ClientCapabilities" },
        clientInfo: { if: { type: "null" }, else: { $ref: "#/$defs/Implementation" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["protocolVersion", "clientCapabilities", "clientInfo", "_meta"] },
    },
    ClientCapabilities: {
      type: "object",
      properties: {
        fs: { $ref: "#/$defs/FileSystemCapabilities" },
        terminal: { type: "boolean" },
        session: { if: { type: "null" }, else: { $ref: "#/$defs/ClientSessionCapabilities" } },
        subagents: { if: { type: "null" }, else: { $ref: "#/$defs/SubagentCapabilities" } },
        plan: { if: { type: "null" }, else: { $ref: "#/$defs/PlanCapabilities" } },
        auth: { $ref: "#/$defs/AuthCapabilities" },
        elicitation: { if: { type: "null" }, else: { $ref: "#/$defs/ElicitationCapabilities" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: {
        enum: ["fs", "terminal", "session", "subagents", "plan", "auth", "elicitation", "_meta"],
      },
    },
    FileSystemCapabilities: {
      type: "object",
      properties: {
        readTextFile: { type: "boolean" },
        writeTextFile: { type: "boolean" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["readTextFile", "writeTextFile", "_meta"] },
    },
    ClientSessionCapabilities: {
      type: "object",
      properties: {
        compaction: { if: { type: "null" }, else: { $ref: "#/$defs/CompactionCapabilities" } },
        configOptions: {
          if: { type: "null" },
          else: { $ref: "#/$defs/SessionConfigOptionsCapabilities" },
        },
        notices: { if: { type: "null" }, else: { $ref: "#/$defs/NoticeCapabilities" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["compaction", "configOptions", "notices", "_meta"] },
    },
    CompactionCapabilities: { type: "object" },
    SessionConfigOptionsCapabilities: {
      type: "object",
      properties: {
        boolean: {
          if: { type: "null" },
          else: { $ref: "#/$defs/BooleanConfigOptionCapabilities" },
        },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["boolean", "_meta"] },
    },
    BooleanConfigOptionCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    NoticeCapabilities: { type: "object" },
    SubagentCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    PlanCapabilities: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    AuthCapabilities: {
      type: "object",
      properties: { terminal: { type: "boolean" }, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["terminal", "_meta"] },
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
    AuthenticateRequest: {
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
        baseUrl: { type: "string" },
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
    LogoutRequest: {
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
      required: ["cwd", "mcpServers"],
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
      properties: {},
      allOf: [
        {
          if: { required: ["type"], properties: { type: { const: "http" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "name", "url", "headers", "_meta"] },
            required: ["name", "url", "headers"],
            properties: {
              name: { type: "string" },
              url: { type: "string" },
              headers: { type: "array", items: { $ref: "#/$defs/HttpHeader" } },
              _meta: { type: ["object", "null"] },
            },
          },
        },
        {
          if: { required: ["type"], properties: { type: { const: "sse" } } },
          then: {
            type: "object",
            propertyNames: { enum: ["type", "name", "url", "headers", "_meta"] },
            required: ["name", "url", "headers"],
            properties: {
              name: { type: "string" },
              url: { type: "string" },
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
          if: {
            not: { required: ["type"], properties: { type: { enum: ["http", "sse", "acp"] } } },
          },
          then: {
            type: "object",
            required: ["name", "command", "args", "env"],
            properties: {
              name: { type: "string" },
              command: { type: "string" },
              args: { type: "array", items: { type: "string" } },
              env: { type: "array", items: { $ref: "#/$defs/EnvVariable" } },
              _meta: { type: ["object", "null"] },
            },
            propertyNames: { enum: ["type", "name", "command", "args", "env", "_meta"] },
          },
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
    LoadSessionRequest: {
      type: "object",
      required: ["mcpServers", "cwd", "sessionId"],
      properties: {
        mcpServers: { type: "array", items: { $ref: "#/$defs/McpServer" } },
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
        sessionId: { type: "string" },
        systemPrompt: { if: { type: "null" }, else: { $ref: "#/$defs/SystemPrompt" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: {
        enum: ["mcpServers", "cwd", "additionalDirectories", "sessionId", "systemPrompt", "_meta"],
      },
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
        systemPrompt: { if: { type: "null" }, else: { $ref: "#/$defs/SystemPrompt" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: {
        enum: ["sessionId", "cwd", "additionalDirectories", "mcpServers", "systemPrompt", "_meta"],
      },
    },
    CloseSessionRequest: {
      type: "object",
      required: ["sessionId"],
      properties: { sessionId: { type: "string" }, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["sessionId", "_meta"] },
    },
    SetSessionModeRequest: {
      type: "object",
      required: ["sessionId", "modeId"],
      properties: {
        sessionId: { type: "string" },
        modeId: { type: "string" },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "modeId", "_meta"] },
    },
    SetSessionConfigOptionRequest: {
      type: "object",
      required: ["sessionId", "configId"],
      properties: {
        sessionId: { type: "string" },
        configId: { type: "string" },
        _meta: { type: ["object", "null"] },
      },
      allOf: [
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
          if: { not: { required: ["type"], properties: { type: { enum: ["boolean"] } } } },
          then: {
            type: "object",
            required: ["value"],
            properties: { value: { type: "string" } },
            propertyNames: { enum: ["sessionId", "configId", "_meta", "type", "value"] },
          },
        },
      ],
    },
    PromptRequest: {
      type: "object",
      required: ["sessionId", "prompt"],
      properties: {
        sessionId: { type: "string" },
        prompt: { type: "array", items: { $ref: "#/$defs/ContentBlock" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["sessionId", "prompt", "_meta"] },
    },
    WriteTextFileResponse: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    ReadTextFileResponse: {
      type: "object",
      required: ["content"],
      properties: { content: { type: "string" }, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["content", "_meta"] },
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
      properties: { outcome: { type: "string", enum: ["cancelled", "selected"] } },
      allOf: [
        {
          if: { required: ["outcome"], properties: { outcome: { const: "cancelled" } } },
          then: { type: "object", propertyNames: { enum: ["outcome", "_meta"] } },
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
      ],
    },
    CreateTerminalResponse: {
      type: "object",
      required: ["terminalId"],
      properties: { terminalId: { type: "string" }, _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["terminalId", "_meta"] },
    },
    TerminalOutputResponse: {
      type: "object",
      required: ["output", "truncated"],
      properties: {
        output: { type: "string" },
        truncated: { type: "boolean" },
        exitStatus: { if: { type: "null" }, else: { $ref: "#/$defs/TerminalExitStatus" } },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["output", "truncated", "exitStatus", "_meta"] },
    },
    TerminalExitStatus: {
      type: "object",
      properties: {
        exitCode: { type: ["integer", "null"], minimum: 0 },
        signal: { type: ["string", "null"] },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["exitCode", "signal", "_meta"] },
    },
    ReleaseTerminalResponse: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
    },
    WaitForTerminalExitResponse: {
      type: "object",
      properties: {
        exitCode: { type: ["integer", "null"], minimum: 0 },
        signal: { type: ["string", "null"] },
        _meta: { type: ["object", "null"] },
      },
      propertyNames: { enum: ["exitCode", "signal", "_meta"] },
    },
    KillTerminalResponse: {
      type: "object",
      properties: { _meta: { type: ["object", "null"] } },
      propertyNames: { enum: ["_meta"] },
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
            properties: {
              content: {
                type: ["object", "null"],
                additionalProperties: { $ref: "#/$defs/ElicitationContentValue" },
              },
            },
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
    ElicitationContentValue: {
      type: ["string", "integer", "number", "boolean", "array"],
      items: { type: "string" },
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
    CancelNotification: {
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
        requestId: { type: ["null", "integer", "string"] },
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

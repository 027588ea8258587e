import * as z from "zod/mini";
import type { ConfigOption, SettingChange } from "../state/sessionSettings.js";
import { type ClientRequest, anyResults, clientRequest, type Events } from "./clientRequest.js";
import { optionalStringSchema, stringSchema } from "./commonSchemas.js";
import { nullish, selectSchema } from "./schema.js";
import * as v1 from "./v1/schemas.js";
import * as v2 from "./v2/schemas.js";
import { withOptionIds } from "./v2/updates.js";

interface SettingContext {
  readonly id: string;
  readonly params: { readonly sessionId: string };
}

const modeParamsSchema = z.object({ sessionId: stringSchema, modeId: stringSchema });
const modelParamsSchema = z.object({ sessionId: stringSchema, modelId: stringSchema });
const configParamsSchema = z.object({
  sessionId: stringSchema,
  configId: optionalStringSchema,
  // Values of other types cannot be shown before the agent responds.
  value: nullish(
    selectSchema<z.ZodMiniType<string | boolean>>((value) =>
      typeof value === "boolean" ? z.boolean() : z.string(),
    ),
  ),
});

/**
 * The requests that change settings of a session.
 * {@link https://agentclientprotocol.com/protocol/v1/session-config-options}
 */
export const SETTING_REQUESTS = {
  "session/set_mode": choiceRequest("mode", modeParamsSchema, ({ modeId }) => modeId),
  // Earlier versions of the protocol, and agents that follow them.
  "session/set_model": choiceRequest("model", modelParamsSchema, ({ modelId }) => modelId),
  "session/set_config_option": clientRequest({
    params: configParamsSchema,
    results: { 1: v1.configOptionsSchema, 2: v2.configOptionsSchema },
    onSend: ({ id: requestId, params: { sessionId, configId, value } }) =>
      configId == null || value == null
        ? []
        : [
            {
              type: "setting_requested",
              sessionId,
              requestId,
              setting: "config_option",
              configId,
              value,
            },
          ],
    onSuccess: {
      1: (context, { configOptions }) => confirmed(context, configOptions),
      2: (context, { configOptions }) => confirmed(context, withOptionIds(configOptions)),
    },
    // The agent has accepted the value, even if its list of settings is malformed.
    onMalformedResult: (context) => confirmed(context),
    onFailure: refused,
  }),
} satisfies Record<string, ClientRequest>;

/** Creates a request that chooses a mode or a model. Its result is empty. */
function choiceRequest<Params extends { readonly sessionId: string }>(
  setting: Exclude<SettingChange["setting"], "config_option">,
  params: z.ZodMiniType<Params>,
  valueOf: (params: Params) => string,
): ClientRequest {
  return clientRequest({
    params,
    results: anyResults,
    onSend: ({ id: requestId, params: sent }) => [
      {
        type: "setting_requested",
        sessionId: sent.sessionId,
        requestId,
        setting,
        value: valueOf(sent),
      },
    ],
    onSuccess: { 1: (context) => confirmed(context), 2: (context) => confirmed(context) },
    onFailure: refused,
  });
}

function confirmed(
  { id: requestId, params: { sessionId } }: SettingContext,
  configOptions?: readonly ConfigOption[],
): Events {
  return [
    { type: "setting_confirmed", sessionId, requestId, ...(configOptions && { configOptions }) },
  ];
}

function refused(
  { id: requestId, params: { sessionId } }: SettingContext,
  error: NonNullable<SettingChange["error"]>,
): Events {
  return [{ type: "setting_refused", sessionId, requestId, error }];
}

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createMessageIds, toV1Update, toV2Update } from "@acp-store/core/convert";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { v1Update } from "../support/v1Updates.js";

/**
 * Returns a function that validates a session update with an official schema. It returns the
 * errors, or `undefined` if there are none.
 */
function createValidator(version: 1 | 2): (update: unknown) => unknown {
  const file = `@agentclientprotocol/sdk/schema/v${version}/schema.unstable.json`;
  const schema = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(file)), "utf8")) as {
    readonly $defs: object;
  };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validate = ajv.compile({ $defs: schema.$defs, $ref: "#/$defs/SessionUpdate" });
  return (update) => (validate(update) ? undefined : validate.errors);
}

it("produces updates that are valid in the other version", () => {
  const [errorsV1, errorsV2] = [createValidator(1), createValidator(2)];
  fc.assert(
    fc.property(v1Update, (update) => {
      const messageIds = createMessageIds();
      const v2 = toV2Update(update, { messageIds }).update;
      expect(errorsV2(v2)).toBeUndefined();
      const { kind, status } = update;
      if (kind === "_mine" || status === "_mine") return;
      const v1 = toV1Update(v2).update;
      if (v1 !== undefined) expect(errorsV1(v1)).toBeUndefined();
    }),
  );
});

import {
  AcpPersistError,
  StorageFullError,
  StorageUnavailableError,
  SupersededError,
} from "@acp-store/persist";
import { expect, it } from "vitest";

it.each([
  new AcpPersistError("corrupt", "s1", "It is damaged."),
  new StorageFullError("s1"),
  new StorageUnavailableError("sessions", { cause: new Error("denied") }),
  new SupersededError("s1"),
])("names the package in the message of a $name", ({ message }) => {
  expect(message).toMatch(/^\[acp-store\] [A-Z]/);
});

/**
 * Stores that follow another store by its patches, without zod and reducers.
 * @module
 */
export { type AcpReplica, createReplica, type ReplicaOptions } from "./createReplica.js";

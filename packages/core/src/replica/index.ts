export { type AcpReplica, createReplica, type ReplicaOptions } from "./createReplica.js";

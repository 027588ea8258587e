// These packages declare Node.js 22 and run on 20. `engineStrict` would refuse to install them.
const RUNS_ON_NODE_20 = /^(@nats-io\/nuid|nanoid|ai|@ai-sdk\/.+)$/;

function readPackage(manifest) {
  if (RUNS_ON_NODE_20.test(manifest.name)) delete manifest.engines;
  return manifest;
}
module.exports = { hooks: { readPackage } };

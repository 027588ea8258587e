// @nats-io/nuid declares Node.js 22 and runs on 20. `engineStrict` would refuse to install it.
function readPackage(manifest) {
  if (manifest.name === "@nats-io/nuid") delete manifest.engines;
  return manifest;
}
module.exports = { hooks: { readPackage } };

/* Loaded before each process of the flow and browser tests and of fuzzing: gives Argon2id the lowest costs, as integration tests do. */
const { isMainThread, workerData } = require('node:worker_threads');

// threads of the services get their costs with each call
if (isMainThread || workerData?.passwordWork) {
  const costs = {
    ...require('@tradepost/sealing/crypto/argon2-costs'),
    ...require('@tradepost/service-kit/security/hash-cost'),
  };
  for (const [name, lowest] of Object.entries(require('@tradepost/testing/lowest-hash-costs')))
    Object.assign(costs[name]['argon2id-custom'] ?? costs[name], lowest['argon2id-custom'] ?? lowest);
}

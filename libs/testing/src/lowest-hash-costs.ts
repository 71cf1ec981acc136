/**
 * The least that Argon2id allows, in place of the product's costs: integration and flow tests hash thousands of times, and none of
 * them depends on what a guess costs. Unit tests assert the real costs, and `main-path.browser.ts` and the flow of the released command line have them.
 */

const lowest = { 'argon2id-custom': { iterations: 1, memory: 32, parallelism: 4 } };

export const passwordStretching = lowest;
export const formerStretching = lowest;
export const formerKdf = { m: 32, t: 1, p: 4 };
export const formerHash = { m: 32, t: 1, p: 1 };
export const labelCost = { memorySize: 32, iterations: 1, parallelism: 4, hashLength: 32 };
export const hashCost = { memoryCost: 32, timeCost: 1, parallelism: 1 };

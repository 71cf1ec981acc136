/**
 * Cost parameters of Argon2id for each use. They are fixed, so a server cannot weaken them. Integration tests replace this file with the
 * lowest costs.
 */

type Stretching = { 'argon2id-custom': { iterations: number; memory: number; parallelism: number } };

/** Within OPAQUE (RFC 9807). `memory`: KiB. */
export const passwordStretching: Stretching = {
  'argon2id-custom': { iterations: 3, memory: 65_536, parallelism: 4 },
};

/** The minimum of Argon2id: a former secret is already the output of Argon2id at full cost. */
export const formerStretching: Stretching = { 'argon2id-custom': { iterations: 1, memory: 32, parallelism: 4 } };

/** Of accounts of earlier versions. `m`: KiB of memory, `t`: passes, `p`: lanes. */
export const formerKdf = { m: 65_536, t: 3, p: 4 } as const;

/** How servers of earlier versions hashed the auth key. */
export const formerHash = { m: 19_456, t: 2, p: 1 } as const;

/** Of an address in the key log. `memorySize`: KiB. */
export const labelCost = { memorySize: 65_536, iterations: 3, parallelism: 4, hashLength: 32 } as const;

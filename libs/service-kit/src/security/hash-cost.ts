import type { Options } from '@node-rs/argon2';

/**
 * Argon2id (the library's default variant), m = 19 MiB, t = 2, p = 1 (OWASP password storage cheat sheet). Integration
 * tests replace this file with the lowest cost.
 */
export const hashCost: Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

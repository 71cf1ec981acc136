/**
 * The scripts of package.json that check the repository without running it. `npm test` runs all of them; package.json
 * has their commands. The slowest come first.
 */
export const checks = ['typecheck', 'lint', 'deps', 'knip', 'spelling'] as const;

/** Stops the PostgreSQL of a jest run (jest's `globalTeardown`). */
export default async function stopSharedPostgres(): Promise<void> {
  await globalThis.stopSharedPostgres?.();
}

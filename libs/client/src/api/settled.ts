/** Waits for all, also after a failure: until then they use memory and report what they have done. @throws the first error */
export async function settled(work: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(work)) if (one.status === 'rejected') throw one.reason;
}

/** What a device remembers of one account. It survives sign-out, so that a server cannot go back to older data. */
export interface DeviceStore {
  read(name: string): Promise<string | null>;
  write(name: string, value: string): Promise<void>;
}

/** Forgets with the process: for programs that run only once. */
export function memoryStore(): DeviceStore {
  const values = new Map<string, string>();
  return {
    read: async (name) => values.get(name) ?? null,
    write: async (name, value) => void values.set(name, value),
  };
}

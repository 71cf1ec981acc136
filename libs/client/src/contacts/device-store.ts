/** Local state of one account. It survives sign-out, so that the device detects a server that returns older data. */
export interface DeviceStore {
  read(name: string): Promise<string | null>;
  write(name: string, value: string): Promise<void>;
}

/** In memory only: for programs that run once. */
export function memoryStore(): DeviceStore {
  const values = new Map<string, string>();
  return {
    read: async (name) => values.get(name) ?? null,
    write: async (name, value) => void values.set(name, value),
  };
}

/**
 * Loads a test file as a part of a group (`jest.grouped.config.cjs`). Settings, mocks and timers that it changed are
 * restored after its last test, because the next file of the group runs in the same process.
 */
export function testFile(name: string, load: () => void): void {
  describe(name, () => {
    let before: NodeJS.ProcessEnv;
    beforeAll(() => {
      before = { ...process.env };
    });
    load();
    // jest runs such hooks in the order of their definition: this one after those of the file
    afterAll(() => {
      jest.restoreAllMocks();
      jest.useRealTimers();
      for (const setting of Object.keys(process.env)) if (!(setting in before)) delete process.env[setting];
      Object.assign(process.env, before);
    });
  });
}

import type { Commands } from './table';

/** Runs the command that the first argument names. */
export async function runCommand(commands: Commands, prepare: (name: string) => void = () => undefined): Promise<void> {
  try {
    const [name = ''] = process.argv.slice(2);
    const command = commands[name];
    if (!command) throw new Error(`Usage: <${Object.keys(commands).join('|')}> [arguments]. See docs/scripts.md.`);
    process.argv.splice(2, 1);
    prepare(name);
    await command();
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

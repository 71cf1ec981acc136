/** What an operator can ask for in a container, where there is no npm: `operate.js <command> [arguments]`. */
const commands: Record<string, () => Promise<unknown>> = {
  migrate: () => import('./migrate'),
  secrets: () => import('./secrets'),
  admin: () => import('./admin'),
  'test-mail': () => import('./test-mail'),
  doctor: () => import('./doctor'),
  backup: () => import('./backup'),
  restore: () => import('./restore'),
  'rotate-keys': () => import('./rotate-keys'),
  'publish-checkpoint': () => import('./publish-checkpoint'),
  'restart-key-log': () => import('./restart-key-log'),
  audit: () => import('./audit'),
};

/** The command reads the arguments that are left, as when it is run by its own name. */
async function operate([name = '']: string[]) {
  const command = commands[name];
  if (!command) throw new Error(`Usage: <${Object.keys(commands).join('|')}> [arguments]. See docs/scripts.md.`);
  process.argv.splice(2, 1);
  await command();
}

operate(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});

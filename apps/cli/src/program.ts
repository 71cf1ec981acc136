import { Command } from 'commander';
import { version } from '../package.json';
import { addAccept } from './commands/accept';
import { addAccount } from './commands/account';
import { addAudit } from './commands/audit';
import { addCompletion } from './commands/completion';
import { addDownload } from './commands/download';
import { addFolders } from './commands/folders';
import { addKeys } from './commands/keys';
import { addRequests } from './commands/requests';
import { addUpload } from './commands/upload';

const ending = `
Exit codes:
  0  done                        4    no answer from the server, after retries
  1  refused by the server       5    cryptography refused: tampered, wrong key
  2  the command line is wrong   6    a problem with a file of this machine
  3  not signed in               130  interrupted

Environment: TRADEPOST_ORIGIN, TRADEPOST_KEY, TRADEPOST_EMAIL, TRADEPOST_PASSWORD, TRADEPOST_RECOVERY_KEY,
XDG_CONFIG_HOME (the session), XDG_STATE_HOME (how far uploads are).`;

/** The command line, ready to be parsed. @param signal ends whatever is under way */
export function programOf(signal: AbortSignal): Command {
  const program = new Command('tradepost')
    .description('Exchange files with partners, end-to-end encrypted.')
    .version(version, '-V, --version', 'the version of this program')
    .option('--origin <url>', 'where Tradepost is; or TRADEPOST_ORIGIN, or where you signed in')
    .option('--json', 'for programs: JSON on stdout, one value or one a line; messages stay on stderr')
    .option('--retries <n>', 'how often a call is made again that failed in passing', '9')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', ending);
  addAccount(program, signal);
  addKeys(program, signal);
  addFolders(program, signal);
  addUpload(program, signal);
  addRequests(program, signal);
  addAccept(program, signal);
  addDownload(program, signal);
  addAudit(program, signal);
  addCompletion(program);
  beStrict(program);
  return program;
}

/** Every refusal of the command line is thrown, and told by one place. */
function beStrict(command: Command): void {
  command
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .showHelpAfterError(false);
  for (const one of command.commands) {
    one.configureHelp({ showGlobalOptions: true });
    beStrict(one);
  }
}

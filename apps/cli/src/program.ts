import { Command } from 'commander';
import { version } from '../package.json';
import { addAccept } from './commands/transfers/accept';
import { addAccount } from './commands/account/account';
import { addAudit } from './commands/audit';
import { addApiKeys } from './commands/account/api-keys';
import { addWebhooks } from './commands/account/webhooks';
import { addBin } from './commands/files/bin';
import { addMove } from './commands/files/move';
import { addInvitations } from './commands/partners/invitations';
import { addCompanies } from './commands/company/companies';
import { addAway } from './commands/company/away';
import { addUsualExpiry } from './commands/company/usual-expiry';
import { addMembers } from './commands/company/members';
import { addCompletion } from './commands/completion';
import { addDownload } from './commands/transfers/download';
import { addFolders } from './commands/files/folders';
import { addContacts } from './commands/partners/contacts';
import { addKeys } from './commands/account/keys';
import { addLedger } from './commands/account/ledger';
import { addApprovals } from './commands/transfers/approvals';
import { addAssign } from './commands/transfers/assign';
import { addRequests } from './commands/transfers/requests';
import { addTransferTerms } from './commands/transfers/transfer-terms';
import { addUpload } from './commands/files/upload';
import { addVerifyRelease } from './commands/verify-release';
import { addVerifySite } from './commands/verify-site';

const ending = `
Exit codes:
  0  done                        4    no answer from the server, after retries
  1  rejected by the server      5    cryptographic failure: tampered data, wrong key
  2  wrong command line          6    a problem with a local file or folder
  3  not signed in               130  interrupted

Environment:
  TRADEPOST_ORIGIN        server address
  TRADEPOST_KEY           API key, instead of a session
  TRADEPOST_SEALING_KEY   sealing key of the API key; seals and opens files, never sent
  TRADEPOST_EMAIL         e-mail address to sign in with
  TRADEPOST_PASSWORD      password, instead of a prompt
  TRADEPOST_RECOVERY_KEY  recovery key, instead of the password, to seal and open files
  XDG_CONFIG_HOME         folder of the session (default ~/.config)
  XDG_STATE_HOME          folder of upload state, and of what was seen of keys and records (default ~/.local/state)`;

/** The program with all commands. @param signal aborts the running command */
export function programOf(signal: AbortSignal): Command {
  const program = new Command('tradepost')
    .description('Exchange files with partners, end-to-end encrypted.')
    .version(version, '-V, --version', 'print the version')
    .option('--origin <url>', 'server address (default: TRADEPOST_ORIGIN, else where you signed in)')
    .option('--json', 'print JSON on stdout: one value, or one per line; messages stay on stderr')
    .option('--retries <n>', 'retries after temporary failures, 0 to 100', '9')
    .option('--new-state', 'let a program start on a machine that has no state of its account')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', ending);
  addAccount(program, signal);
  addKeys(program, signal);
  addInvitations(program, signal);
  addContacts(program, signal);
  addLedger(program, signal);
  addFolders(program, signal);
  addUpload(program, signal);
  addMove(program, signal);
  addBin(program, signal);
  addRequests(program, signal);
  addApprovals(program, signal);
  addAssign(program, signal);
  addAccept(program, signal);
  addTransferTerms(program, signal);
  addDownload(program, signal);
  addMembers(program, signal);
  addAway(program, signal);
  addUsualExpiry(program, signal);
  addCompanies(program, signal);
  addApiKeys(program, signal);
  addWebhooks(program, signal);
  addAudit(program, signal);
  addVerifySite(program, signal);
  addVerifyRelease(program, signal);
  addCompletion(program);
  throwErrors(program);
  return program;
}

/** Makes commander throw every error, so that `main` prints them all the same way. */
function throwErrors(command: Command): void {
  command
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .showHelpAfterError(false);
  for (const one of command.commands) {
    one.configureHelp({ showGlobalOptions: true });
    throwErrors(one);
  }
}

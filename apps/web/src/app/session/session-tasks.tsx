import { SessionEnding } from './session-ending';
import { OwnLanguage } from './own-language';
import { Live } from './live';
import { OwnVault } from '../keys/vault';

/** The end of the session, live updates, the language and the vault. */
export function SessionTasks() {
  return (
    <>
      <SessionEnding />
      <Live />
      <OwnLanguage />
      <OwnVault />
    </>
  );
}

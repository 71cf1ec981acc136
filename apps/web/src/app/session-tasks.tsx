import { Live } from './live';
import { SessionEnding } from './session-ending';
import { OwnVault } from './vault';

/** The end of the session, live updates and the vault. */
export default function SessionTasks() {
  return (
    <>
      <SessionEnding />
      <Live />
      <OwnVault />
    </>
  );
}

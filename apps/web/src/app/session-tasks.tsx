import { lazy, Suspense } from 'react';
import { SessionEnding } from './session-ending';
import { OwnLanguage } from './own-language';
import { OwnVault } from './vault';

// the screen does not wait for it
const Live = lazy(async () => ({ default: (await import('./live')).Live }));

/** The end of the session, live updates, the language and the vault. */
export default function SessionTasks() {
  return (
    <>
      <SessionEnding />
      <Suspense>
        <Live />
      </Suspense>
      <OwnLanguage />
      <OwnVault />
    </>
  );
}

import { openKeys } from '@tradepost/service-kit/security/at-rest/open-keys';
import { rotateKeys } from '@tradepost/service-kit/security/at-rest/rotate';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { openInstallation } from '../topology/installation';

const progressEvery = 10_000;

/** Re-wraps the data keys of all objects with the current key. Works during normal use; can be interrupted and run again. */
async function rotate() {
  const { servers, atRest, close } = await openInstallation({ mayMake: false });
  try {
    const keys = openKeys(atRest);
    if (!keys) throw new Error('Settings: AT_REST_KEY (missing). See docs/configuration.md.');
    const { objects, rewrapped, without, unreadable } = await rotateKeys(
      openObjectStore(servers.objectStore),
      keys,
      (sofar) => {
        if (sofar.objects % progressEvery === 0)
          console.log(`${sofar.objects} objects, ${sofar.rewrapped} re-encrypted with the current key…`);
      },
    );
    console.log(
      `${objects} objects: ${rewrapped} re-encrypted with the current key, ${objects - rewrapped - without - unreadable.length} already used it, ${without} have no data key (end-to-end encrypted, or stored without encryption at rest).`,
    );
    if (unreadable.length === 0) return;
    console.error(
      `No configured key decrypts ${unreadable.length} objects:\n${unreadable.map(({ key, reason }) => `${key}: ${reason}`).join('\n')}`,
    );
    process.exitCode = 1;
  } finally {
    await close();
  }
}

rotate().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

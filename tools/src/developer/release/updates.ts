import { exceptions } from '../../supply-chain/exceptions';
import { advisoryBreaches, updateBreaches } from '../../supply-chain/time-frames';
import { withoutExcepted } from '../../supply-chain/time-frames.policy';

async function check() {
  const now = new Date();
  const results = [await updateBreaches(now), await advisoryBreaches(now)];
  for (const { examined } of results) console.log(examined);
  for (const { subject, until, reason } of exceptions) console.log(`Exception until ${until}: ${subject}, ${reason}`);
  const breaches = withoutExcepted(
    results.flatMap((one) => one.breaches),
    exceptions,
    now,
  );
  for (const { problem } of breaches) console.error(problem);
  console.log(`${breaches.length} violations of the update time frames in docs/security.md`);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}

check().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});

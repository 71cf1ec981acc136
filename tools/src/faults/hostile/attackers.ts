import { attackWith, type HostileTenant, type Plan } from './attacks';

// A separate process, so that its work delays no answer that the run measures. It reports the answers of each tenant.
process.once('message', ({ tenants, plan }: { tenants: HostileTenant[]; plan: Plan }) => {
  attackWith(tenants, plan).then(
    (outcomes) => process.send?.({ outcomes }),
    (error: Error) => process.send?.({ error: error.stack }),
  );
});
process.once('disconnect', () => process.exit());

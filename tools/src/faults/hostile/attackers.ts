import { attackWith, type Attack, type HostileTenant } from './attacks';

// A separate process, so that its work delays no answer that the run measures. It reports the answers of each tenant.
process.once('message', ({ tenants, attack }: { tenants: HostileTenant[]; attack: Attack }) => {
  Promise.all(tenants.map((tenant) => attackWith(tenant, attack))).then(
    (outcomes) => process.send?.({ outcomes }),
    (error: Error) => process.send?.({ error: error.stack }),
  );
});
process.once('disconnect', () => process.exit());

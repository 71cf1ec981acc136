import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@tradepost/contracts/routes';
import { startInbox } from '@tradepost/testing/servers/inbox';
import { freePort } from '@tradepost/testing/servers/ports';
import { waitFor } from '@tradepost/testing/wait-for';
import { acceptDelivery, deliverFiles, readyArchive } from '../client/deliveries';
import { BareDebian, ServiceOfUnit } from './chroot';

interface Checked {
  file: string;
  /** The same package with a higher version. */
  next: string;
  work: string;
  /** A folder with a bare Debian. */
  debian?: string;
}

const content = Buffer.from('%PDF-1.4\nhello');
const admin = { email: 'ada@example.com', firstName: 'Ada', lastName: 'A', password: 'correct-horse!' };

/** Installs, uses, upgrades and removes the package in a bare Debian, and checks after each step that the data remains. */
export async function checkPackage({ file, next, work, debian: given }: Checked): Promise<void> {
  const debian = BareDebian.make(join(work, 'debian'), given);
  const service = new ServiceOfUnit(debian, 'tradepost.service');
  const inbox = await startInbox({ dataDir: join(work, 'inbox') });
  try {
    const origin = `http://localhost:${await freePort()}`;
    const started = async (sign = 'Tradepost serves') => {
      service.start();
      return waitFor(() => service.lines.find((line) => line.includes(sign)), { what: sign });
    };

    assert.match(debian.install(file), /does not run yet/);
    assert.match(debian.run('stat', '--format=%A %U:%G', '/etc/tradepost/tradepost.env'), /^-rw-r----- root:tradepost/);
    assert.match(debian.run('stat', '--format=%A %U:%G', '/var/lib/tradepost'), /^drwx------ tradepost:tradepost/);
    assert.throws(() => debian.run('tradepost', 'config', 'check'), /ORIGIN is missing/);
    writeFileSync(
      join(debian.folder, 'etc/tradepost/tradepost.env'),
      `ORIGIN=${origin}\nPORT=${new URL(origin).port}\nSMTP_URL=${inbox.smtpUrl}\nMAIL_FROM=Tradepost <no-reply@example.com>\n`,
    );
    assert.match(debian.run('tradepost', 'config', 'check'), /Settings are valid/);
    debian.run('tradepost', '--version');
    console.log('installed; settings are valid');

    const setup = new URL(await started('/setup?token='));
    const form = new URLSearchParams({ ...admin, token: setup.searchParams.get('token')! });
    assert.equal((await fetch(`${origin}/setup`, { method: 'POST', body: form })).status, 200);
    await waitFor(() => service.lines.find((line) => line.includes('Tradepost serves')));
    const place = { origin, inboxUrl: inbox.webUrl };
    const delivered = await deliverFiles(place, 'package', [content]);
    const { id } = await acceptDelivery(place, delivered);
    await readyArchive(delivered.receiver, id);
    const read = async () => {
      const { files } = await delivered.receiver.send(routes.transfer, { id });
      const response = await delivered.receiver.sendForResponse(routes.transferFile, {
        transferId: id,
        fileId: files[0]!.fileId,
      });
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), content);
    };
    await read();
    console.log('created the first admin, two companies, a file and its transfer');

    assert.match(debian.run('tradepost', 'doctor'), /ok {2} {2}PostgreSQL/);
    assert.match(debian.run('tradepost', 'test-mail', 'ops@example.com'), /accepted a mail/);
    debian.run('tradepost', 'backup', '--into', '/var/backups/tradepost', '--keep', '7d', '--verify');
    console.log('doctor, test-mail and backup --verify work as root');

    const steps: Record<string, () => void> = {
      'a restart': () => undefined,
      'an upgrade': () => assert.doesNotMatch(debian.install(next), /does not run yet/),
      'removal and a new installation': () => {
        debian.run('apt-get', 'remove', '--yes', 'tradepost');
        assert.ok(!debian.exists('usr/bin/tradepost'));
        debian.install(next);
      },
      'purge and a new installation': () => {
        const settings = debian.run('cat', '/etc/tradepost/tradepost.env');
        assert.match(debian.run('apt-get', 'purge', '--yes', 'tradepost'), /The data of Tradepost stays/);
        debian.install(file);
        writeFileSync(join(debian.folder, 'etc/tradepost/tradepost.env'), settings);
      },
    };
    for (const [step, change] of Object.entries(steps)) {
      assert.equal(await service.stop(), 0);
      change();
      await started();
      await read();
      console.log(`data is intact after ${step}`);
    }
  } catch (error) {
    console.error(service.lines.slice(-20).join('\n'));
    throw error;
  } finally {
    await service.stop();
    await inbox.stop();
    debian.close();
  }
}

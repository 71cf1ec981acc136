import { readFileSync } from 'node:fs';
import { listedContact } from '@tradepost/client/contacts/verified-keys';
import { addressKey } from '@tradepost/contracts/values/address';
import { array, object, string } from '@tradepost/contracts/values/fields';
import { fromBase64url } from '@tradepost/sealing/crypto/bytes';
import { fingerprint, isFingerprint, type Contact } from '@tradepost/sealing/keys/bundle';
import type { Pin } from '@tradepost/sealing/keys/pins';
import type { Command } from 'commander';

import { Context } from '../../context';
import { UsageError } from '../../exit';
import { timeText } from '../../output';

const keyId = () => string().matches(/^[A-Za-z0-9_-]{43}$/);

const exported = array(
  object({
    address: string().required(),
    userId: string().uuid().required(),
    keyId: keyId().required(),
    pairId: keyId().required(),
    how: string().oneOf(['first', 'compared', 'imported']).required(),
    since: string().required(),
  }),
).required();

export const markOf = (pin: Pick<Pin, 'keyId'>) => fingerprint({ keyId: fromBase64url(pin.keyId, 32) });

/** Requires that these are the digits of the key. @throws UsageError */
export function requireFingerprint(given: string, key: Pick<Contact, 'keyId'>, email: string): void {
  if (!isFingerprint(given, key))
    throw new UsageError(
      `The fingerprint does not match. The current one of ${email} is ${fingerprint(key)}. Find out why before you continue`,
    );
}

export function addContacts(program: Command, signal: AbortSignal): void {
  const contacts = program
    .command('contacts')
    .description('Manage partners and their known keys. Programs exchange sealed files with these only.');

  contacts
    .command('list', { isDefault: true })
    .description('List the known contacts with their fingerprints, and how each became known.')
    .action(async (_options: object, command: Command) => {
      const context = new Context(command, signal);
      const known = await (await context.keyring()).contacts.list();
      context.out.list(
        known.map((pin) => ({ ...pin, fingerprint: markOf(pin) })),
        [
          ['ADDRESS', ({ address }) => address],
          ['FINGERPRINT', (pin) => pin.fingerprint],
          ['HOW', ({ how }) => how],
          ['SINCE', ({ since }) => timeText(since)],
        ],
      );
    });

  contacts
    .command('show')
    .description('Show the fingerprint of a partner’s current keys, to compare by phone or in person.')
    .argument('<email>', 'e-mail address of the partner')
    .action(async (email: string, _options: object, command: Command) => {
      const context = new Context(command, signal);
      const contact = await partner(context, email);
      const mark = fingerprint(contact);
      context.out.value({ email: contact.address, fingerprint: mark }, mark);
    });

  contacts
    .command('confirm')
    .description('Accept a partner’s keys, new or changed, after comparing the fingerprint.')
    .argument('<email>', 'e-mail address of the partner')
    .argument('<fingerprint>', 'what the partner reads to you: 40 digits')
    .action(async (email: string, given: string, _options: object, command: Command) => {
      const context = new Context(command, signal);
      const contact = await partner(context, email);
      requireFingerprint(given, contact, email);
      const mark = fingerprint(contact);
      await (await context.keyring()).contacts.confirm(contact);
      context.out.value({ email: contact.address, fingerprint: mark, confirmed: true }, `Confirmed ${contact.address}`);
    });

  contacts
    .command('export')
    .description('Print the known contacts as JSON, for contacts import.')
    .action(async (_options: object, command: Command) => {
      const context = new Context(command, signal);
      context.out.data(await (await context.keyring()).contacts.list());
    });

  contacts
    .command('import')
    .description('Add contacts from a file of contacts export. Stops if a contact is already known with other keys.')
    .argument('<file>', 'path')
    .action(async (file: string, _options: object, command: Command) => {
      const context = new Context(command, signal);
      const pins = readExport(file);
      await (await context.keyring()).contacts.import(pins);
      context.out.value({ imported: pins.length }, `Imported ${pins.length}`);
    });
}

/** A partner's verified keys, as the server has them now. @throws UsageError */
async function partner({ client }: Context, email: string): Promise<Contact> {
  const contact = await listedContact(client, email);
  if (!contact) throw new UsageError(`${email} is not a partner with encryption keys`);
  return contact;
}

/** @throws UsageError unless the file is an export */
function readExport(file: string): Pin[] {
  try {
    const pins = exported.validateSync(JSON.parse(readFileSync(file, 'utf8')), { strict: true });
    if (pins.every(({ address }) => addressKey(address) === address)) return pins;
  } catch {
    // reported below
  }
  throw new UsageError(`${file} is not a list from tradepost contacts export`);
}

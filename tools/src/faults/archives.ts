import { randomBytes } from 'node:crypto';
import { inboxAt, type Mail } from '@tradepost/testing/inbox-client';
import { waitFor } from '@tradepost/testing/wait-for';
import { acceptDelivery, deliverFiles, isWhole, readyArchive, type DeliveredFiles } from '../client/deliveries';
import type { Topology } from '../topology/start';
import { underKills } from './support/kills';

const pairs = 4;
const filesEach = 3;
const fileBytes = 200_000;

/**
 * Acceptances while worker-zip is repeatedly killed with -9. Every archive must be built, open in an independent program and contain the same bytes.
 * Every receiver must get the mail; at most one mail for each kill may be sent twice.
 */
export async function acceptancesUnderKills(
  topology: Topology,
  { acceptances, kills }: { acceptances: number; kills: number },
) {
  const people = await Promise.all(
    Array.from({ length: Math.min(pairs, acceptances) }, (_, n) => deliverFiles(topology, `kills-${n}`, someFiles())),
  );
  const accepted: { pair: DeliveredFiles; id: string }[] = [];
  await underKills(topology, { apps: ['worker-zip'], each: kills }, acceptances, (onPiece) => {
    let left = acceptances;
    const acceptMany = async (pair: DeliveredFiles) => {
      let last: Mail | undefined;
      while (left-- > 0) {
        const { id, mail } = await acceptDelivery(topology, pair, last);
        last = mail;
        accepted.push({ pair, id });
        onPiece();
      }
    };
    return Promise.all(people.map(acceptMany));
  });

  const archives = await Promise.all(
    accepted.map(async ({ pair, id }) => ({ pair, id, url: await readyArchive(pair.receiver, id) })),
  );
  let valid = 0;
  for (const { pair, url } of archives) if (await isWhole(pair, url)) valid += 1;
  const inbox = inboxAt(topology.inboxUrl);
  const ready = async () => (await inbox.all()).filter(isLinkMail).map(linkOf);
  await waitFor(async () => new Set(await ready()).size >= acceptances, {
    what: 'a mail for every acceptance',
  });
  const mails = await ready();
  const mailed = new Set(mails);
  const twice = mails.length - mailed.size;
  return {
    facts: {
      acceptances,
      'kill -9 of worker-zip': kills,
      'valid archives': valid,
      'acceptances mailed': mailed.size,
      'mails sent twice': twice,
    },
    losses: {
      'archives not valid': acceptances - valid,
      'acceptances without a mail': accepted.filter(({ id }) => !mailed.has(id)).length,
      'second mails beyond one a kill': Math.max(twice - kills, 0),
    },
  };
}

const someFiles = () =>
  Array.from({ length: filesEach }, () => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(fileBytes)]));
const isLinkMail = ({ subject }: Mail) => /ready/i.test(subject);
const linkOf = ({ text }: Mail) => /dashboard\?id=([\w-]+)/.exec(text)?.[1] ?? '';

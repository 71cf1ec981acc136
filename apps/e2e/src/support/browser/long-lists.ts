import type { ApiClient } from '@tradepost/client/api/api-client';
import { ApiError } from '@tradepost/client/api/api-error';
import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import { baseNameOf, directoryOf } from '@tradepost/contracts/values/file-paths';
import { acceptDelivery, type DeliveredFiles } from '@tradepost/tools/client/deliveries';
import { registerPair, registerSender, type Account } from '@tradepost/tools/client/people';
import type { Topology } from '@tradepost/tools/topology/start';
import { account } from '../fixtures';

export interface LongLists {
  sender: ApiClient;
  receiver: ApiClient;
  folderId: string;
  webhookId: string;
}

/** As long as companies, people and files of real installations are called. */
const longNamed = (role: string): Account => {
  const { email, ...others } = account(role.replace(' ', '-'));
  return {
    ...others,
    lastName: 'Montgomery-Wellington the Second',
    email: `department.for.warehousing.and.forwarding.${email}`,
    companyName: `Warehousing and Forwarding Company of the North, ${role}`,
  };
};
const fileNames = [
  'quarterly prices of containers between Rotterdam and Mumbai.csv',
  'customs_declarations_2026_first_half_with_corrections_final.csv',
  'rates.csv',
  'freight_index_weekly_averages_by_port_and_vessel_class.csv',
];
const terms = { category: 'Trade', price: '0.125', currency: 'EUR', numberOfRecords: '1234567' };

/** Two companies that trade, with rows of long texts in every list. */
export async function longLists(topology: Topology): Promise<LongLists> {
  const [senderAccount, receiverAccount] = [longNamed('sender'), longNamed('receiver')];
  const { sender, receiver } = await registerPair(topology, senderAccount, receiverAccount);
  const folder = await sender.send(routes.createFolder, { name: 'Freight rates and port prices of the North 2026' });
  const files: FileView[] = [];
  for (const name of [...fileNames, `2026/first quarter/${fileNames[0]}`, 'deleted before it was delivered.csv']) {
    const file = { name: baseNameOf(name), type: 'text/csv', content: new Blob(['port,price\nRotterdam,410.25\n']) };
    const form = { ...terms, name: baseNameOf(name), directory: directoryOf(name) };
    files.push((await sender.sendForm(routes.uploadFile, { folderId: folder.id }, form, { file })).file);
  }
  await sender.send(routes.deleteFiles, { fileIds: files.slice(-1).map(({ id }) => id) });
  await sender.send(routes.describeFolder, {
    id: folder.id,
    description:
      'Weekly rates of all ports in the North, with the corrections of the year before. The rates of a week come on its last working day, and include all charges of the terminal.',
  });
  await sender.send(routes.deliver, { id: folder.id, email: [receiverAccount.email] });
  const emails = { senderEmail: senderAccount.email, receiverEmail: receiverAccount.email };
  await exchange(topology, { sender, receiver, ...emails, files });
  await sender.send(routes.invite, { emails: [longNamed('partner').email] });
  await reachLimit(sender);
  await sender.send(routes.inviteMembers, { emails: [longNamed('colleague').email], roles: ['auditor'] });
  await sender.send(routes.createApiKey, {
    name: 'Nightly upload of the prices of all ports',
    scopes: ['read', 'upload'],
    addresses: ['2001:db8:85a3::8a2e:370:7334'],
    password: senderAccount.password,
    expiresInDays: 30,
  });
  const { id: webhookId } = await sender.send(routes.createWebhook, {
    url: 'http://127.0.0.1:9/hooks/of/the/warehouse/management/system/requests-and-transfers',
    kinds: ['request.created', 'transfer.downloaded'],
  });
  await sender.send(routes.testWebhook, { id: webhookId });
  const other = await registerSender(topology, longNamed('second sender'));
  await other.send(routes.invite, { emails: [receiverAccount.email] });
  return { sender, receiver, folderId: folder.id, webhookId };
}

/** An invitation that was just sent is refused a second time, so that a limit is listed. */
async function reachLimit(sender: ApiClient) {
  const open = (await sender.send(routes.sentInvitations, {})).find(({ status }) => status === 'pending');
  const refusal = await sender.send(routes.resendInvitation, { id: open?.id ?? '' }).catch((error: unknown) => error);
  if (!(refusal instanceof ApiError) || refusal.status !== 429) throw new Error('The second mail was not refused');
}

/** A live and a revoked transfer, and requests that are pending and rejected. */
async function exchange(topology: Topology, delivered: DeliveredFiles) {
  const { sender, receiver, receiverEmail, files } = delivered;
  const { mail } = await acceptDelivery(topology, { ...delivered, files: files.slice(0, 3) });
  await acceptDelivery(topology, { ...delivered, files: files.slice(1, 2) }, mail);
  const [last] = (await sender.send(routes.transfers, {})).items;
  await sender.send(routes.revokeTransfer, { id: last?.id ?? '', reason: 'It has the prices of the wrong year in it' });
  const ask = async (file: FileView | undefined) => {
    const note = 'For the yearly comparison';
    const { requests } = await receiver.send(routes.createRequest, {
      files: [{ id: file?.id ?? '' }],
      receiverEmail,
      note,
    });
    return requests[0]?.id ?? '';
  };
  await sender.send(routes.rejectRequest, { id: await ask(files[2]), reason: 'Not before the end of the quarter' });
  await ask(files[3]);
}

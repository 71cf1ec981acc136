import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { requests, type RequestDetails, type RequestView, type SentFile } from '@tradepost/contracts/requests';
import { permits } from '@tradepost/contracts/roles';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { receiverView, senderView, sideOf, type RequestWithFiles } from '../request/request.view';
import { RequestsRepository } from '../request/requests.repository';
import { DownloadsRepository } from '../transfer/downloads.repository';
import type { TransferFileRow } from '../transfer/transfer-file.entity';
import { TransferLinks } from '../transfer/transfer-links';
import { transferItem } from '../transfer/transfer.view';
import { TransfersRepository } from '../transfer/transfers.repository';
import { historyOf } from './history.view';

/** Shows a request with its transfer and history to either party. */
@Controller()
export class DetailsHandler {
  constructor(
    private readonly requests: RequestsRepository,
    private readonly transfers: TransfersRepository,
    private readonly downloads: DownloadsRepository,
    private readonly links: TransferLinks,
  ) {}

  @Handle(requests.details)
  async details({ id }: In<typeof requests.details>, actor: UserActor): Promise<RequestDetails> {
    const found = await this.requests.ofParty(id, actor);
    const { senderCompanyName, receiverCompanyName } = found.request;
    const role = sideOf(found.request, actor);
    const request = role === 'receiver' ? receiverView(found) : senderView(found);
    const mayOpen = role === 'sender' || permits(actor, 'receive');
    const sent = await this.sent(found, request.companyName, mayOpen);
    return {
      role,
      request,
      senderCompany: senderCompanyName,
      receiverCompany: receiverCompanyName,
      transfer: sent && { ...sent.item, licences: sent.transfer.licences, contents: sent.files.map(sentFile) },
      history: historyOf(
        found.request,
        sent && { ...sent, downloads: sent.item.downloads },
        role === 'sender' ? companyHistoryOf(found.request, request) : null,
        new Date(),
      ),
    };
  }

  private async sent({ request, transfer: row }: RequestWithFiles, companyName: string, mayOpen: boolean) {
    if (!row) return null;
    const transfer = { ...row, request };
    const files = await this.transfers.files(row.id);
    const downloads = await this.downloads.ofTransfer(row.id);
    const item = transferItem({ transfer, files, downloads }, companyName, mayOpen ? this.links.urlOf(transfer) : null);
    return { transfer, files, item, extensions: await this.transfers.extensions(row.id) };
  }
}

const companyHistoryOf = (
  { approvalsRemovedAt, assignedByEmail: assignedBy }: RequestWithFiles['request'],
  { approvals, assignee }: RequestView,
) => ({ approvals: approvals?.given ?? [], approvalsRemovedAt, assignee: assignee ?? null, assignedBy });

const sentFile = ({ fileId, name, contentType, size, sha256, mode, terms }: TransferFileRow): SentFile => ({
  fileId,
  name,
  contentType,
  size,
  sha256,
  mode,
  terms,
});

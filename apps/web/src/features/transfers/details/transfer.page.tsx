import { useQuery } from '@tanstack/react-query';
import type { RequestDetails, TransferDetails } from '@tradepost/contracts/requests';
import { Flex } from 'antd';
import { Link, Navigate, useParams } from 'react-router-dom';
import { requestDetailsQuery } from '../../../api/queries';
import { DetailsState } from '../../../ui/exchange/details-state';
import { ExchangeCard, ExchangePage, ExchangeTexts, type Fact } from '../../../ui/exchange/exchange-page';
import { FileLedger } from '../../../ui/exchange/file-ledger';
import { TotalValue } from '../../../ui/exchange/total-value';
import { formatBytes, formatDate } from '../../../ui/feedback/format';
import { TimeText } from '../../../ui/feedback/time-text';
import { LinkButton } from '../../../ui/layout/link-button';
import { PartnerName } from '../../../ui/layout/partner-name';
import { ArchiveProgress } from '../download/archive-progress';
import { TransferStatusTag } from '../transfer-status';
import { TransferProof } from './transfer-proof';
import { ReceiverActions, SenderActions } from './transfer-actions';
import layout from '../../../ui/layout/layout.module.css';

/** One transfer, for its sender or its receiver. Its address has the request's id, because the transfer's own is part of the link. */
export default function TransferPage() {
  const { id = '' } = useParams();
  const query = useQuery(requestDetailsQuery(id));
  if (!query.data) return <DetailsState what="transfer" query={query} />;
  const { transfer } = query.data;
  if (!transfer) return <Navigate to={`/requests/${id}`} replace />;
  return <Transfer details={query.data} transfer={transfer} />;
}

function Transfer({ details, transfer }: { details: RequestDetails; transfer: TransferDetails }) {
  const { request, role } = details;
  const isSender = role === 'sender';
  return (
    <ExchangePage
      details={details}
      title={`Transfer ${isSender ? 'to' : 'from'} ${transfer.companyName}`}
      subtitle={
        <Flex gap={8} align="center" wrap>
          <TransferStatusTag status={transfer.status} />
          <div className={layout.fixedSize}>
            <ArchiveProgress transferId={transfer.id} status={transfer.archiveStatus} />
          </div>
          {!isSender && transfer.status === 'live' && <TransferProof transfer={transfer} />}
        </Flex>
      }
      back={isSender ? { to: '/transfers', text: 'Transfers' } : { to: '/my-transfers', text: 'My Transfers' }}
      actions={
        <>
          <LinkButton to={`/transfers/${request.id}/receipt`}>Receipt</LinkButton>
          {isSender ? <SenderActions transfer={transfer} /> : <ReceiverActions transfer={transfer} />}
        </>
      }
      facts={factsOf(details, transfer)}
      related={<Link to={`/requests/${request.id}`}>View request</Link>}
    >
      <ExchangeCard title="Files" isFlush>
        <FileLedger
          label="Files"
          files={transfer.contents.map(({ fileId, contentType, ...file }) => ({
            ...file,
            id: fileId,
            mimetype: contentType,
          }))}
        />
      </ExchangeCard>
      <ExchangeTexts
        texts={[
          ...transfer.licences.map(({ folderName, terms }) => ({
            title: `Licence terms of ${folderName}`,
            text: terms,
          })),
          { title: 'Intended use', text: request.intendedUse },
          { title: 'Note', text: request.note },
          { title: 'Reason for the revocation', text: transfer.reason },
        ]}
      />
    </ExchangePage>
  );
}

const endLabels = { live: 'Expires', expired: 'Expired', revoked: 'Revoked' } as const;

function factsOf({ role, request, history }: RequestDetails, transfer: TransferDetails): Fact[] {
  const isSender = role === 'sender';
  const end = history.find(({ step }) => step === 'revoked')?.at ?? transfer.expiry;
  const downloads = transfer.downloads.reduce((sum, { count }) => sum + count, 0);
  return [
    {
      label: isSender ? 'Receiver' : 'Sender',
      value: (
        <PartnerName
          companyId={request.companyId}
          companyName={isSender ? transfer.receiverEmail : transfer.companyName}
        />
      ),
    },
    { label: endLabels[transfer.status], value: <TimeText iso={end} isRelative />, note: formatDate(end) },
    { label: 'Size', value: formatBytes(transfer.size) },
    {
      label: 'Downloads',
      value: downloads,
      ...(transfer.maxDownloads !== null && { note: `at most ${transfer.maxDownloads} of each file` }),
    },
    { label: 'Total value', value: <TotalValue files={transfer.contents} /> },
  ];
}

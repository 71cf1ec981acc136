import { useQuery } from '@tanstack/react-query';
import type { RequestDetails, TransferDetails } from '@tradepost/contracts/requests';
import { mailbox } from '@tradepost/contracts/values/address';
import { Flex } from 'antd';
import { Link, Navigate, useParams } from 'react-router-dom';
import { requestDetailsQuery } from '../../../api/queries';
import { useMay } from '../../../session/may';
import { DetailsState } from '../../../ui/exchange/details-state';
import { ExchangeCard, ExchangePage, ExchangeTexts, type Fact } from '../../../ui/exchange/exchange-page';
import { FileLedger } from '../../../ui/exchange/file-ledger';
import { TotalValue } from '../../../ui/exchange/total-value';
import { formatBytes, formatDate } from '../../../ui/feedback/format';
import { TimeText } from '../../../ui/feedback/time-text';
import { LinkButton } from '../../../ui/layout/link-button';
import { PartnerName } from '../../../ui/layout/partner-name';
import { Notice } from '../../../ui/notice/notice';
import { ArchiveProgress } from '../download/archive-progress';
import { renewalText } from '../renewal-text';
import { TransferStatusTag } from '../transfer-status';
import { TransferProof } from './transfer-proof';
import { ReceiverActions, SenderActions } from './transfer-actions';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

/** One transfer, for its sender or its receiver. Its address has the request's id, because the transfer's own is part of the link. */
export default function TransferPage() {
  const { id = '' } = useParams();
  const query = useQuery(requestDetailsQuery(id));
  if (!query.data) return <DetailsState what={t('transfer')} query={query} />;
  const { transfer } = query.data;
  if (!transfer) return <Navigate to={`/requests/${id}`} replace />;
  return <Transfer details={query.data} transfer={transfer} />;
}

function Transfer({ details, transfer }: { details: RequestDetails; transfer: TransferDetails }) {
  const mayChange = useMay('requests');
  const mayReceive = useMay('receive');
  const { request, role } = details;
  const isSender = role === 'sender';
  return (
    <ExchangePage
      details={details}
      title={
        isSender
          ? t('Transfer to {companyName}', { companyName: transfer.companyName })
          : t('Transfer from {companyName}', { companyName: transfer.companyName })
      }
      subtitle={
        <Flex gap={8} align="center" wrap>
          <TransferStatusTag status={transfer.status} />
          <div className={layout.fixedSize}>
            <ArchiveProgress transferId={transfer.id} status={transfer.archiveStatus} />
          </div>
          {!isSender && mayReceive && transfer.status === 'live' && <TransferProof transfer={transfer} />}
        </Flex>
      }
      back={isSender ? { to: '/transfers', text: t('Transfers') } : { to: '/my-transfers', text: t('My Transfers') }}
      actions={
        <>
          <LinkButton to={`/transfers/${request.id}/receipt`}>{t('Receipt')}</LinkButton>
          {isSender && mayChange && <SenderActions transfer={transfer} />}
          {!isSender && mayReceive && <ReceiverActions transfer={transfer} />}
        </>
      }
      facts={factsOf(details, transfer)}
      related={
        <Link to={`/requests/${request.id}`} className={layout.ownLink}>
          {t('View request')}
        </Link>
      }
    >
      {!isSender && mayReceive && transfer.status !== 'live' && <Notice tone="warning">{renewalText(transfer)}</Notice>}
      <ExchangeCard title={t('Files')} isFlush>
        <FileLedger
          label={t('Files')}
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
            title: t('Licence terms of {folderName}', { folderName }),
            text: terms,
          })),
          { title: t('Intended use'), text: request.intendedUse },
          { title: t('Note'), text: request.note },
          { title: t('Reason for the revocation'), text: transfer.reason },
        ]}
      />
    </ExchangePage>
  );
}

const endLabels = { live: t('Expires'), expired: t('Expired'), revoked: t('Revoked') } as const;

function factsOf({ role, request, history }: RequestDetails, transfer: TransferDetails): Fact[] {
  const isSender = role === 'sender';
  const end = history.find(({ step }) => step === 'revoked')?.at ?? transfer.expiry;
  const downloads = transfer.downloads.reduce((sum, { count }) => sum + count, 0);
  return [
    {
      label: isSender ? t('Receiver') : t('Sender'),
      value: (
        <PartnerName
          companyId={request.companyId}
          companyName={isSender ? mailbox(transfer.receiverEmail) : transfer.companyName}
        />
      ),
    },
    { label: endLabels[transfer.status], value: <TimeText iso={end} isRelative />, note: formatDate(end) },
    { label: t('Size'), value: formatBytes(transfer.size) },
    {
      label: t('Downloads'),
      value: downloads,
      ...(transfer.maxDownloads !== null && {
        note: t('at most {maxDownloads} of each file', { maxDownloads: transfer.maxDownloads }),
      }),
    },
    { label: t('Total value'), value: <TotalValue files={transfer.contents} /> },
  ];
}

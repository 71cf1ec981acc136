import { useQuery } from '@tanstack/react-query';
import type { TransferView } from '@tradepost/contracts/requests';
import { Button, Flex } from 'antd';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { withAllStyles } from '../../../ui/layout/all-styles';
import { Link, useSearchParams } from 'react-router-dom';
import { ApiError } from '@tradepost/client/api/api-error';
import { KnownKey } from '../../../sealing/known-key';
import { totalsOf } from '../../../ui/exchange/totals';
import { formatBothClocks, formatBytes, formatDate } from '../../../ui/feedback/format';
import { Notice } from '../../../ui/notice/notice';
import { useToast } from '../../../ui/notice/use-toast';
import { PartnerName } from '../../../ui/layout/partner-name';
import { ArchiveProgress } from './archive-progress';
import { transferQuery } from '../api';
import { Countdown } from './countdown';
import { ManagedArchive, SealedArchive } from './download-all';
import { FileRow } from './file-row';
import { useAskSenderAgain } from '../list/lists.api';
import { Denied, expiredText, Verifying } from './refusal';
import { SenderLogo } from './sender-logo';
import { statedMode } from './stated-mode';
import { footerOf, TransferLabel } from './transfer-label';
import { useOpenedTransfer } from './use-opened-transfer';
import { Rich } from '../../../i18n/rich';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './download.module.css';

const ChangedKey = lazy(async () => ({
  default: (await withAllStyles(import('../../../sealing/key-check'))).ChangedKey,
}));

const OtherAccount = lazy(async () => ({ default: (await import('../../../session/other-account')).OtherAccount }));

const Ended = lazy(async () => ({ default: (await import('./ended')).Ended }));

export default function DownloadPage() {
  const [params] = useSearchParams();
  const id = params.get('id');
  return <Download key={id} id={id} expiry={params.get('expiry') ?? ''} />;
}

function Download({ id, expiry }: { id: string | null; expiry: string }) {
  const transfer = useQuery(transferQuery(id));
  const again = useAskSenderAgain();
  // asking again loads the transfer again, and its answer has to stay while that happens
  const [askedAfter, setAskedAfter] = useState<string>();
  const [isOver, setOver] = useState(false);
  if (!id) return <Denied reason={t('Invalid or missing Id.')} />;
  if (Number.isNaN(Date.parse(expiry))) return <Denied reason={t('Invalid or missing expiration date')} />;
  const ended = (reason: string) => (
    <Suspense fallback={<Verifying />}>
      <Ended
        id={id}
        reason={reason}
        nextStep={<AskSenderAgain id={id} again={again} onAsk={() => setAskedAfter(reason)} label={t('Ask again')} />}
      />
    </Suspense>
  );
  if (askedAfter !== undefined) return ended(askedAfter);
  if (transfer.isPending) return <Verifying />;
  if (transfer.error && !(transfer.data && isTemporary(transfer.error)))
    return <Refused error={transfer.error} ended={ended} onRetry={transfer.refetch} />;
  if (!transfer.data || transfer.data.files.length === 0) return <Denied reason={t('Invalid or missing Id.')} />;
  if (isOver) return ended(expiredText);
  return <Ready transfer={transfer.data} onOver={() => setOver(true)} />;
}

/** The sender's company: a key begins with its id. */
const companyOf = ({ files }: TransferView) => files[0]?.key.split('/')[0] ?? null;

const isTemporary = (error: Error) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** A text and a next step for each error. */
function Refused({
  error,
  ended,
  onRetry,
}: {
  error: Error;
  ended: (reason: string) => ReactNode;
  onRetry: () => unknown;
}) {
  if (isTemporary(error))
    return <Denied reason={error.message} nextStep={<Button onClick={() => onRetry()}>{t('Retry')}</Button>} />;
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'TRANSFER_EXPIRED') return ended(expiredText);
  if (code === 'TRANSFER_REVOKED') return ended(error.message);
  if (code !== 'NOT_FOUND') return <Denied reason={error.message} />;
  return (
    <Denied
      reason={t('Invalid or missing Id.')}
      nextStep={
        <Suspense>
          <OtherAccount />
        </Suspense>
      }
    />
  );
}

interface AskSenderAgainProps {
  id: string;
  again: ReturnType<typeof useAskSenderAgain>;
  label: string;
  onAsk?: () => void;
}

/** Requests the files of the transfer again. */
function AskSenderAgain({ id, again, label, onAsk }: AskSenderAgainProps) {
  const toast = useToast();
  if (again.data?.request.waitsForSignature)
    return (
      <span>
        <Rich
          text={'Sign the new request under <0>My Requests</0>. Then the sender can accept it.'}
          parts={[<Link to="/my-requests" />]}
        />
      </span>
    );
  if (again.isSuccess)
    return <span>{t("The sender was asked for the files again. You'll get the answer by email.")}</span>;
  return (
    <Button
      type="primary"
      loading={again.isPending}
      className={layout.wrappingButton}
      onClick={() => {
        onAsk?.();
        again.mutate(id, { onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }) });
      }}
    >
      {label}
    </Button>
  );
}

function Ready({ transfer, onOver }: { transfer: TransferView; onOver: () => void }) {
  const { id, expiry, files, archive, senderCompany, licences, intendedUse, maxDownloads, keyLost } = transfer;
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const mode = statedMode(transfer);
  const opened = useOpenedTransfer(transfer, mode !== 'managed');
  const companyId = companyOf(transfer);
  return (
    <div className={styles.page}>
      <Flex vertical gap={24}>
        <header className={styles.head}>
          {companyId && <SenderLogo companyId={companyId} />}
          <h1 className={`${layout.title} ${styles.title}`}>{t('Your Files Are Ready')}</h1>
          <div className={styles.sender}>
            <PartnerName companyId={companyId} companyName={t('From {senderCompany}', { senderCompany })} />
          </div>
          {(!keyLost || opened.proof.state === 'closed') && <TransferLabel mode={mode} opened={opened} />}
        </header>
        <Flex align="center" justify="space-between" gap="8px 24px" wrap className={styles.deadline}>
          <Countdown until={expiry} onOver={onOver} />
          <span className={layout.secondary} title={formatBothClocks(expiry)}>
            {t('Expires {expiry} ({timeZone})', {
              expiry: formatDate(expiry),
              timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            })}
          </span>
        </Flex>
        <section aria-label={t('Files')}>
          <h2 className={`${layout.title} ${styles.filesTitle}`}>
            <Rich
              text={'Files ({count})<0>{total}</0>'}
              values={{ count: files.length, total: formatBytes(total) }}
              parts={[<span className={`numbers ${styles.total}`} />]}
            />
          </h2>
          <Value files={files} />
          {files.map((file) => (
            <FileRow key={file.fileId} transfer={transfer} file={file} opened={opened} />
          ))}
        </section>
        <Terms licences={licences} intendedUse={intendedUse} />
        <ArchiveProgress transferId={id} status={archive.status} />
        {opened.changed && (
          <Suspense>
            <ChangedKey
              contact={opened.changed}
              who={senderCompany}
              blocked={t('Nothing is downloaded until you confirm it.')}
              onAccepted={opened.confirmed}
            />
          </Suspense>
        )}
        <div className={styles.dock}>
          {opened.proof.state === 'closed' && mode !== 'managed' ? null : keyLost ? (
            <KeyLost id={id} />
          ) : mode === 'managed' ? (
            <ManagedArchive transfer={transfer} />
          ) : (
            <SealedArchive transfer={transfer} opened={opened} />
          )}
        </div>
        {opened.sender && <KnownKey contact={opened.sender} who={senderCompany} />}
        <div className={`${layout.secondary} ${layout.centered}`}>
          {maxDownloads !== null
            ? maxDownloads === 1
              ? t('Each file and the archive may be downloaded once. {footerOf}', {
                  footerOf: footerOf({ mode, opened }),
                })
              : t('Each file and the archive may be downloaded {maxDownloads} times. {footerOf}', {
                  maxDownloads,
                  footerOf: footerOf({ mode, opened }),
                })
            : footerOf({ mode, opened })}
        </div>
      </Flex>
    </div>
  );
}

/** What the priced files are worth, one amount for each currency. Above the files: below them, the docked button would be over it. */
function Value({ files }: Pick<TransferView, 'files'>) {
  const priced = files.flatMap(({ terms }) => (terms && Number(terms.totalAmount) > 0 ? terms : []));
  if (priced.length === 0) return null;
  return (
    <dl className={styles.value}>
      <dt>{t('Total value')}</dt>
      {totalsOf(priced).map((total) => (
        <dd key={total} className="numbers">
          {total}
        </dd>
      ))}
    </dl>
  );
}

/** The files were sealed for a key of the receiver that no longer exists. */
function KeyLost({ id }: { id: string }) {
  const again = useAskSenderAgain();
  return (
    <Notice tone="warning" role="alert" title={t("Your new key can't open these files")}>
      <Flex vertical gap={12} align="flex-start">
        {t(
          'They were sent before you started over with new keys. The sender can deliver the same files again, encrypted for your new key.',
        )}
        <AskSenderAgain id={id} again={again} label={t('Ask the sender to deliver again')} />
      </Flex>
    </Notice>
  );
}

/** Licences and intended use, as recorded at the acceptance. */
function Terms({ licences, intendedUse }: Pick<TransferView, 'licences' | 'intendedUse'>) {
  if (licences.length === 0 && !intendedUse) return null;
  return (
    <section aria-label={t('Terms')} className={styles.terms}>
      {licences.map(({ folderName, terms }) => (
        <div key={folderName} className={layout.marginBottom12}>
          <strong>{t('Licence terms of {folderName}', { folderName })}</strong>
          <div className={layout.preLine}>{terms}</div>
        </div>
      ))}
      {intendedUse && (
        <div>
          <strong>{t('Intended use')}</strong>
          <div className={layout.preLine}>{intendedUse}</div>
        </div>
      )}
    </section>
  );
}

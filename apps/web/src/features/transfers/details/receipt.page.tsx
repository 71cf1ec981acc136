import { locale } from '../../../i18n/language';
import { ArrowLeftOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { RequestDetails, SentFile, TransferDetails } from '@tradepost/contracts/requests';
import { mailbox } from '@tradepost/contracts/values/address';
import { Button, Card, Flex, Typography } from 'antd';
import { Link, Navigate, useParams } from 'react-router-dom';
import { requestDetailsQuery } from '../../../api/queries';
import { DetailsState } from '../../../ui/exchange/details-state';
import { recordOf } from '../../../ui/exchange/history';
import { TotalValue } from '../../../ui/exchange/total-value';
import { formatMoney } from '../../../ui/exchange/totals';
import { hashLabel } from '../../../ui/file/file-hash';
import { formatBothClocks, formatBytes, formatDate } from '../../../ui/feedback/format';
import { Rich } from '../../../i18n/rich';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './receipt.module.css';

/** A receipt of one transfer, laid out for paper: the browser prints it or saves it as PDF. */
export default function ReceiptPage() {
  const { id = '' } = useParams();
  const query = useQuery(requestDetailsQuery(id));
  if (!query.data) return <DetailsState what={t('transfer')} query={query} />;
  const { transfer } = query.data;
  if (!transfer) return <Navigate to={`/requests/${id}`} replace />;
  return (
    <div className={styles.page}>
      <Flex justify="space-between" align="center" gap={12} wrap className={styles.screenOnly}>
        <Link to={`/transfers/${id}`} className={styles.back}>
          <ArrowLeftOutlined aria-hidden /> {t('Transfer')}
        </Link>
        <Button type="primary" icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          {t('Print or save as PDF')}
        </Button>
      </Flex>
      <Card className={styles.paper}>
        <Receipt details={query.data} transfer={transfer} />
      </Card>
    </div>
  );
}

function Receipt({ details, transfer }: { details: RequestDetails; transfer: TransferDetails }) {
  const { request, senderCompany, receiverCompany } = details;
  const files = transfer.contents;
  return (
    <article className={styles.receipt}>
      <header className={styles.head}>
        <Typography.Title level={1} className={styles.title}>
          {t('Receipt')}
        </Typography.Title>
        <div className={styles.reference}>
          <Typography.Text type="secondary">{t('Reference')}</Typography.Text>
          <span className="numbers">{request.id}</span>
        </div>
      </header>
      <dl className={styles.parties}>
        <Party label={t('Sender')} lines={[senderCompany]} />
        <Party label={t('Receiver')} lines={[receiverCompany, mailbox(request.receiverEmail)]} />
        <Party label={t('Status')} lines={[t(transfer.status)]} />
        <Party label={t('Available until')} lines={[formatBothClocks(transfer.expiry)]} />
      </dl>
      <section aria-labelledby="receipt-files">
        <h2 id="receipt-files" className={styles.heading}>
          {t('Files')}
        </h2>
        <ul className={layout.bareList}>
          {files.map((file) => (
            <FileLine key={file.fileId} file={file} />
          ))}
        </ul>
        <Flex justify="space-between" gap={24} wrap className={`numbers ${styles.total}`}>
          <span>
            {t('{count, plural, one {# file} other {# files}}, {size}', {
              count: files.length,
              size: formatBytes(transfer.size),
            })}
          </span>
          <Flex gap={12}>
            {t('Total value')} <TotalValue files={files} />
          </Flex>
        </Flex>
      </section>
      <Terms details={details} transfer={transfer} />
      <section aria-labelledby="receipt-times">
        <h2 id="receipt-times" className={styles.heading}>
          {t('What happened')}
        </h2>
        <ol className={`${layout.bareList} ${styles.times}`}>
          {recordOf(details).map(({ key, at, text, until, reason }) => (
            <li key={key}>
              <span className="numbers">{at && formatBothClocks(at)}</span>
              <span className={layout.breakWords}>
                {until
                  ? reason
                    ? t('{text}, until {until}: {reason}', { text, until: formatDate(until), reason })
                    : t('{text}, until {until}', { text, until: formatDate(until) })
                  : reason
                    ? t('{text}: {reason}', { text, reason })
                    : text}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <Typography.Text type="secondary" className={layout.small}>
        {t(
          'The logs of both companies record the request, the answer and the first download. Created {formatBothClocks}.',
          { formatBothClocks: formatBothClocks(new Date().toISOString()) },
        )}
      </Typography.Text>
    </article>
  );
}

function Party({ label, lines }: { label: string; lines: (string | null)[] }) {
  return (
    <div>
      <dt>{label}</dt>
      {lines.filter(Boolean).map((line) => (
        <dd key={line}>{line}</dd>
      ))}
    </div>
  );
}

/** One file with its terms and its hash. */
function FileLine({ file: { name, size, sha256, mode, terms } }: { file: SentFile }) {
  return (
    <li className={styles.file}>
      <Flex justify="space-between" gap={24}>
        <span className={`${styles.name} ${layout.shrinkable} ${layout.breakWords}`}>
          <bdi>{name}</bdi>
        </span>
        <span className={`numbers ${layout.noWrap}`}>
          {terms ? formatMoney(terms.totalAmount, terms.currency) : t('Not recorded')}
        </span>
      </Flex>
      <Typography.Text type="secondary" className={`numbers ${layout.block} ${layout.small}`}>
        {terms
          ? t('{size}, {shown} {records, plural, one {record} other {records}} at {price}', {
              size: formatBytes(size),
              shown: terms.records.toLocaleString(locale),
              records: terms.records,
              price: formatMoney(terms.price, terms.currency),
            })
          : formatBytes(size)}
      </Typography.Text>
      <Typography.Text type="secondary" className={`${layout.block} ${layout.small}`}>
        <Rich
          text={'{label}: <0>{sha256}</0>'}
          values={{ label: hashLabel({ mode, sha256 }), sha256 }}
          parts={[<span className={layout.code} />]}
        />
      </Typography.Text>
    </li>
  );
}

function Terms({
  details: { request },
  transfer: { licences, maxDownloads },
}: {
  details: RequestDetails;
  transfer: TransferDetails;
}) {
  const terms = [
    ...licences.map(({ folderName, terms: text }) => ({
      title: t('Licence terms of {folderName}', { folderName }),
      text,
    })),
    { title: t('Intended use'), text: request.intendedUse },
    {
      title: t('Downloads allowed'),
      text: maxDownloads === null ? null : t('At most {maxDownloads} of each file', { maxDownloads }),
    },
  ].filter(({ text }) => text);
  if (terms.length === 0) return null;
  return (
    <section aria-labelledby="receipt-terms">
      <h2 id="receipt-terms" className={styles.heading}>
        {t('Terms')}
      </h2>
      {terms.map(({ title, text }) => (
        <div key={title} className={layout.marginTop8}>
          <Typography.Text type="secondary">{title}</Typography.Text>
          <div className={layout.preLine}>{text}</div>
        </div>
      ))}
    </section>
  );
}

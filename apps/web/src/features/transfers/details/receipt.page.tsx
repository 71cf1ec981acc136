import { ArrowLeftOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { RequestDetails, SentFile, TransferDetails } from '@tradepost/contracts/requests';
import { Button, Card, Flex, Typography } from 'antd';
import { Link, Navigate, useParams } from 'react-router-dom';
import { requestDetailsQuery } from '../../../api/queries';
import { DetailsState } from '../../../ui/exchange/details-state';
import { recordOf } from '../../../ui/exchange/history';
import { TotalValue } from '../../../ui/exchange/total-value';
import { formatMoney } from '../../../ui/exchange/totals';
import { countOf, formatBothClocks, formatBytes, formatDate } from '../../../ui/feedback/format';
import layout from '../../../ui/layout/layout.module.css';
import styles from './receipt.module.css';

/** A receipt of one transfer, laid out for paper: the browser prints it or saves it as PDF. */
export default function ReceiptPage() {
  const { id = '' } = useParams();
  const query = useQuery(requestDetailsQuery(id));
  if (!query.data) return <DetailsState what="transfer" query={query} />;
  const { transfer } = query.data;
  if (!transfer) return <Navigate to={`/requests/${id}`} replace />;
  return (
    <div className={styles.page}>
      <Flex justify="space-between" align="center" gap={12} wrap className={styles.screenOnly}>
        <Link to={`/transfers/${id}`} className={styles.back}>
          <ArrowLeftOutlined aria-hidden /> Transfer
        </Link>
        <Button type="primary" icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          Print or save as PDF
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
          Receipt
        </Typography.Title>
        <div className={styles.reference}>
          <Typography.Text type="secondary">Reference</Typography.Text>
          <span className="numbers">{request.id}</span>
        </div>
      </header>
      <dl className={styles.parties}>
        <Party label="Sender" lines={[senderCompany]} />
        <Party label="Receiver" lines={[receiverCompany, request.receiverEmail]} />
        <Party label="State" lines={[transfer.status]} />
        <Party label="Available until" lines={[formatBothClocks(transfer.expiry)]} />
      </dl>
      <section aria-labelledby="receipt-files">
        <h2 id="receipt-files" className={styles.heading}>
          Files
        </h2>
        <ul className={layout.bareList}>
          {files.map((file) => (
            <FileLine key={file.fileId} file={file} />
          ))}
        </ul>
        <Flex justify="space-between" gap={24} wrap className={`numbers ${styles.total}`}>
          <span>
            {countOf(files.length, 'file')}, {formatBytes(transfer.size)}
          </span>
          <Flex gap={12}>
            Total value <TotalValue files={files} />
          </Flex>
        </Flex>
      </section>
      <Terms details={details} transfer={transfer} />
      <section aria-labelledby="receipt-times">
        <h2 id="receipt-times" className={styles.heading}>
          What happened
        </h2>
        <ol className={`${layout.bareList} ${styles.times}`}>
          {recordOf(details).map(({ key, at, text, until, reason }) => (
            <li key={key}>
              <span className="numbers">{at && formatBothClocks(at)}</span>
              <span className={layout.breakWords}>
                {text}
                {until && `, until ${formatDate(until)}`}
                {reason && `: ${reason}`}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <Typography.Text type="secondary" className={layout.small}>
        The logs of both companies record the request, the answer and the first download. Created{' '}
        {formatBothClocks(new Date().toISOString())}.
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

/** One file with its terms and its hash. The server knows only the sealed bytes of an encrypted file. */
function FileLine({ file: { name, size, sha256, mode, terms } }: { file: SentFile }) {
  return (
    <li className={styles.file}>
      <Flex justify="space-between" gap="2px 24px" wrap>
        <span className={`${styles.name} ${layout.breakWords}`}>{name}</span>
        <span className="numbers">{terms ? formatMoney(terms.totalAmount, terms.currency) : 'Not recorded'}</span>
      </Flex>
      <Typography.Text type="secondary" className={`numbers ${layout.block} ${layout.small}`}>
        {formatBytes(size)}
        {terms && `, ${terms.records.toLocaleString('en')} records at ${formatMoney(terms.price, terms.currency)}`}
      </Typography.Text>
      <Typography.Text type="secondary" className={`${layout.block} ${layout.tiny}`}>
        SHA-256{mode === 'e2e' && ' of the encrypted file'}: <span className={layout.code}>{sha256}</span>
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
    ...licences.map(({ folderName, terms: text }) => ({ title: `Licence terms of ${folderName}`, text })),
    { title: 'Intended use', text: request.intendedUse },
    { title: 'Downloads allowed', text: maxDownloads === null ? null : `At most ${maxDownloads} of each file` },
  ].filter(({ text }) => text);
  if (terms.length === 0) return null;
  return (
    <section aria-labelledby="receipt-terms">
      <h2 id="receipt-terms" className={styles.heading}>
        Terms
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

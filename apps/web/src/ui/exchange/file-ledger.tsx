import { locale } from '../../i18n/language';
import type { Mode } from '@tradepost/contracts/encryption/sealed';
import type { FileTerms } from '@tradepost/contracts/storage';
import { Flex, Typography } from 'antd';
import { formatBytes } from '../feedback/format';
import { FileIcon } from '../file/file-icon';
import { ModeMark } from '../file/mode-badge';
import { DataTable } from '../list/data-table';
import type { Column } from '../list/data-table-props';
import { TotalValue } from './total-value';
import { formatMoney } from './totals';
import { categoryLabel } from '../../i18n/reference-text';
import { t } from '../../i18n/t';
import layout from '../layout/layout.module.css';
import styles from './exchange.module.css';

export interface LedgerFile {
  id: string;
  name: string;
  mimetype: string;
  size: number;
  mode: Mode;
  /** Null when they were not recorded. */
  terms: FileTerms | null;
}

const count = new Intl.NumberFormat(locale);

const columns: Column<LedgerFile>[] = [
  {
    key: 'name',
    title: t('File'),
    render: (file) => <Name file={file} />,
    card: ({ name, mimetype }) => (
      <Flex component="span" gap={8} align="center">
        <FileIcon mimetype={mimetype} name={name} />
        <bdi className={layout.cut}>{name}</bdi>
      </Flex>
    ),
  },
  {
    key: 'records',
    title: t('Records'),
    isNumber: true,
    render: ({ terms }) => (terms ? count.format(terms.records) : '–'),
    card: ({ terms }) => terms && `${count.format(terms.records)} × ${formatMoney(terms.price, terms.currency)}`,
  },
  {
    key: 'rate',
    title: t('Rate per record'),
    isNumber: true,
    render: ({ terms }) => (terms ? formatMoney(terms.price, terms.currency) : '–'),
    card: false,
  },
  {
    key: 'value',
    title: t('Value'),
    isNumber: true,
    render: ({ terms }) => (terms ? formatMoney(terms.totalAmount, terms.currency) : '–'),
    card: ({ terms, size }) => (terms ? `= ${formatMoney(terms.totalAmount, terms.currency)}` : formatBytes(size)),
  },
];

/** The files of a request or a transfer with their terms, and their total below. */
export function FileLedger({ files, label }: { files: LedgerFile[]; label: string }) {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={files}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        hasDetails
        empty={null}
      />
      <Flex justify="space-between" gap="4px 24px" wrap className={`numbers ${styles.ledgerTotal}`}>
        <Typography.Text type="secondary">
          {t('{count, plural, one {# file} other {# files}}, {size}', { count: files.length, size: formatBytes(size) })}
        </Typography.Text>
        <Flex gap={12} align="baseline">
          <Typography.Text type="secondary">{t('Total value')}</Typography.Text>
          <TotalValue files={files} />
        </Flex>
      </Flex>
    </>
  );
}

function Name({ file: { name, mimetype, size, mode, terms } }: { file: LedgerFile }) {
  return (
    <Flex gap={12} align="center" className={styles.fileCell}>
      <FileIcon mimetype={mimetype} name={name} />
      <div className={layout.shrinkable}>
        <span className={`${styles.fileName} ${layout.breakWords}`}>
          <bdi>{name}</bdi> <ModeMark mode={mode} />
        </span>
        <Typography.Text type="secondary" className={`numbers ${layout.block} ${layout.small}`}>
          {terms && `${categoryLabel(terms.category)} · `}
          {formatBytes(size)}
        </Typography.Text>
      </div>
    </Flex>
  );
}

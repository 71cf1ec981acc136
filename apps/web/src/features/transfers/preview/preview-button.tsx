import { FileSearchOutlined } from '@ant-design/icons';
import type { TransferFile, TransferView } from '@tradepost/contracts/requests';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { withAllStyles } from '../../../ui/layout/all-styles';
import { previewKind } from '../../../ui/file/preview-kind';
import { displayName } from '../api';
import type { OpenedQuery } from '../download/use-opened-transfer';
import { t } from '../../../i18n/t';

const PreviewDialog = lazy(async () => ({ default: (await withAllStyles(import('./preview-dialog'))).PreviewDialog }));

/** A preview holds the whole file in memory. */
const largest = 25 * 1024 * 1024;

interface PreviewButtonProps {
  transfer: Pick<TransferView, 'id' | 'maxDownloads' | 'keyLost'>;
  file: TransferFile;
  opened: OpenedQuery;
}

/** Shows what can be shown here: a picture, a PDF, the first rows of a table, a text. */
export function PreviewButton({ transfer, file, opened }: PreviewButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const name = displayName(file);
  if (previewKind(name) === 'none' || file.size > largest || (file.mode === 'e2e' && transfer.keyLost)) return null;
  return (
    <>
      <Button
        type="text"
        icon={<FileSearchOutlined aria-hidden />}
        aria-label={t('Preview {name}', { name })}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <PreviewDialog
            transferId={transfer.id}
            file={file}
            isLimited={transfer.maxDownloads !== null}
            opened={opened}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

import { Checkbox, Flex, Modal, Skeleton, Typography } from 'antd';
import { useState } from 'react';
import { ColumnProfile } from '../../ui/column-profile';
import { FileIcon } from '../../ui/file-icon';
import { formatBytes } from '../../ui/format';
import { TablePreview } from '../../ui/table-preview';
import '../../ui/tall-dialog.css';
import { ProtectionField } from './protection-field';
import { TermsFields } from './terms-fields';
import type { FileTerms } from './terms';
import { proceed, skip, type UploadItem } from './uploads.store';

interface FileInformationDialogProps {
  item: UploadItem;
  /** Files that follow. */
  left: number;
}

/** Asked before each upload, unless one answer was given for all that follow. */
export function FileInformationDialog({
  item: { id, file, folderName, replaces, insight, terms: prefilled },
  left,
}: FileInformationDialogProps) {
  const [edited, setEdited] = useState<FileTerms>();
  const [forAll, setForAll] = useState(false);
  const terms = edited ?? prefilled;
  return (
    <Modal
      open
      title={replaces ? `New version of ${replaces.name}` : 'File Information'}
      okText="Proceed"
      cancelText="Cancel"
      okButtonProps={{ disabled: insight === undefined }}
      onOk={() => proceed(id, terms, forAll)}
      onCancel={() => skip(id)}
      mask={{ closable: false }}
      width={600}
      className="tall-dialog"
    >
      <Flex vertical gap={16}>
        <Flex gap={12} align="center">
          <FileIcon mimetype={file.type} name={file.name} size={28} />
          <div style={{ minWidth: 0 }}>
            <Typography.Text type="secondary" style={{ fontSize: 12 }}>
              File Name
            </Typography.Text>
            <Typography.Paragraph strong style={{ margin: 0, overflowWrap: 'anywhere' }}>
              {file.name}
            </Typography.Paragraph>
            <Typography.Text type="secondary" className="numbers" style={{ fontSize: 13 }}>
              {formatBytes(file.size)} to {folderName}
              {left > 0 && `, ${left} more to come`}
            </Typography.Text>
          </div>
        </Flex>
        {insight === undefined && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
        {insight && (
          <>
            <ColumnProfile profile={insight.profile} />
            <TablePreview label={`First rows of ${file.name}`} rows={insight.head} maxHeight={150} />
          </>
        )}
        <ProtectionField terms={terms} onChange={setEdited} />
        <TermsFields terms={terms} onChange={setEdited} hasRows={!!insight} />
        {left > 0 && (
          <Checkbox checked={forAll} onChange={({ target }) => setForAll(target.checked)}>
            Apply to all ({left} more); each keeps its own count of rows
          </Checkbox>
        )}
      </Flex>
    </Modal>
  );
}

import { InboxOutlined } from '@ant-design/icons';
import { Typography } from 'antd';
import { useDropzone } from 'react-dropzone';
import layout from '../../../ui/layout/layout.module.css';
import styles from './upload.module.css';

interface DropZoneProps {
  onFiles: (files: File[]) => void;
}

/** Leaves out system files of a dropped folder, such as `.DS_Store`. */
const isVisible = ({ name }: File) => !name.startsWith('.') && name !== 'Thumbs.db';

/** Chooses files by click, keyboard or drop. A dropped folder adds the files in it. */
export function DropZone({ onFiles }: DropZoneProps) {
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    onDrop: (files) => onFiles(files.filter(isVisible)),
    useFsAccessApi: false,
  });
  return (
    <div>
      <input
        {...getInputProps({ 'aria-label': 'Choose files', accept: '.pdf,.xlsx,.xls,.csv,.jpg,.jpeg,.png,.gif' })}
      />
      <div
        {...getRootProps({ role: 'button', 'aria-label': 'Upload your files' })}
        className={isDragActive ? `${styles.dropZone} ${styles.dragging}` : styles.dropZone}
      >
        <InboxOutlined aria-hidden className={styles.dropIcon} />
        <Typography.Paragraph strong className={styles.dropTitle}>
          Upload your files
        </Typography.Paragraph>
        <Typography.Text className={layout.block}>
          {isDragActive ? 'Drop to upload' : 'Drag files or a folder here, or click to choose'}
        </Typography.Text>
        <Typography.Text type="secondary" className={layout.small}>
          Supported formats: PDF, Excel, CSV, Images (JPG, PNG, GIF) • Max file size: 50MB
        </Typography.Text>
      </div>
    </div>
  );
}

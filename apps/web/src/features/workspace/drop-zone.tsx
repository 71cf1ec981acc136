import { InboxOutlined } from '@ant-design/icons';
import { Typography, theme } from 'antd';
import { useDropzone } from 'react-dropzone';

interface DropZoneProps {
  onFiles: (files: File[]) => void;
}

/** Hidden files of a dropped folder (`.DS_Store`) are nobody's data. */
const isVisible = ({ name }: File) => !name.startsWith('.') && name !== 'Thumbs.db';

/** Takes files by click, by key, by drop; a dropped folder gives the files in it. */
export function DropZone({ onFiles }: DropZoneProps) {
  const { token } = theme.useToken();
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
        style={{
          padding: '28px 16px',
          textAlign: 'center',
          cursor: 'pointer',
          borderRadius: token.borderRadiusLG,
          border: `1.5px dashed ${isDragActive ? token.colorPrimary : token.colorBorder}`,
          background: isDragActive ? token.colorPrimaryBg : token.colorBgContainer,
        }}
      >
        <InboxOutlined aria-hidden style={{ fontSize: 32, color: token.colorLink }} />
        <Typography.Paragraph strong style={{ fontSize: 16, margin: '8px 0 2px' }}>
          Upload your files
        </Typography.Paragraph>
        <Typography.Text style={{ display: 'block' }}>
          {isDragActive ? 'Let go to choose them' : 'Drag files or a folder here, or click to choose'}
        </Typography.Text>
        <Typography.Text type="secondary" style={{ fontSize: 13 }}>
          Supported formats: PDF, Excel, CSV, Images (JPG, PNG, GIF) • Max file size: 50MB
        </Typography.Text>
      </div>
    </div>
  );
}

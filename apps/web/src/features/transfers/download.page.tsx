import { PageHeader } from '../../ui/page-header';

export default function DownloadPage() {
  return <PageHeader title="Your Files Are Ready" />;
}

import { PageHeader } from '../../ui/page-header';

export default function LogsPage() {
  return <PageHeader title="System Logs" />;
}

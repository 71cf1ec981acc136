import { PageHeader } from '../../ui/page-header';

export default function RequestsPage() {
  return <PageHeader title="Request Management" />;
}

/** GitHub's own parser of workflows and actions. It imports JSON as bundlers allow it and Node does not: bundle it. */
export {
  convertWorkflowTemplate,
  NoOperationTraceWriter,
  parseWorkflow,
} from '@actions/workflow-parser';
export { parseAction } from '@actions/workflow-parser/actions/action-parser';

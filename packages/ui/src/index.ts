// The panel, and what its parts share
export { AgentPanel } from "./panel/AgentPanel.js";
export { AcpUiProvider } from "./context/AcpUiProvider.js";
export { useAcpUi } from "./context/acpUi.js";
export { lazySlots } from "./context/lazySlots.js";
export { englishTexts } from "./texts/texts.js";
export { useTexts } from "./texts/useTexts.js";
export { usePanelActions } from "./actions/usePanelActions.js";

// Conversation
export { Conversation } from "./conversation/Conversation.js";
export { useConversation } from "./conversation/useConversation.js";
export { BlockView, SubagentCard } from "./conversation/BlockView.js";
export { EmptyState } from "./conversation/EmptyState.js";
export { TurnEnd } from "./conversation/TurnEnd.js";
export { Message } from "./message/Message.js";
export { TerminalOutput } from "./toolCall/TerminalOutput.js";
export { useTerminalOutput } from "./toolCall/useTerminalOutput.js";
export { ToolCallCard } from "./toolCall/ToolCallCard.js";
export { useToolCallCard } from "./toolCall/useToolCallCard.js";

// Requests that wait for the user
export { ElicitationDock } from "./elicitation/ElicitationDock.js";
export { LazyElicitationPrompt as ElicitationPrompt } from "./elicitation/lazyElicitationPrompt.js";
export { useElicitationForm } from "./elicitation/useElicitationForm.js";
export { useSessionElicitations } from "./elicitation/useSessionElicitations.js";
export { PermissionDock } from "./permission/PermissionDock.js";
export { usePermissionDock } from "./permission/usePermissionDock.js";
export { useIsArmed } from "./permission/useIsArmed.js";
export { useSessionPermissions } from "./permission/useSessionPermissions.js";

// Composer, plan and settings
export { Composer } from "./composer/Composer.js";
export { useComposer } from "./composer/useComposer.js";
export { commentBlocks } from "./comments/commentBlocks.js";
export { fileMentions } from "./mentions/fileMentions.js";
export { rankMentions } from "./mentions/rankMentions.js";
export { useComments } from "./comments/useComments.js";
export { UsageMeter } from "./composer/UsageMeter.js";
export { useUsageMeter } from "./composer/useUsageMeter.js";
export { QueuedPrompts } from "./queue/QueuedPrompts.js";
export { useQueuedPrompts } from "./queue/useQueuedPrompts.js";
export { LazyReviewChanges as ReviewChanges } from "./review/lazyReview.js";
export { PlanPanel } from "./plan/PlanPanel.js";
export { useContinue } from "./conversation/useContinue.js";
export { useRetry } from "./conversation/useRetry.js";
export { usePlanPanel } from "./plan/usePlanPanel.js";
export { SessionOptions } from "./options/SessionOptions.js";
export { SettingErrors } from "./options/SettingErrors.js";

// Sessions
export { SessionList } from "./sessions/SessionList.js";
export { SessionPicker } from "./sessions/SessionPicker.js";
export { useSessionList } from "./sessions/useSessionList.js";
export { useSessionActions } from "./sessions/useSessionActions.js";
export { useMarkRead } from "./sessions/useMarkRead.js";
export { getSessionTitle } from "./sessions/getSessionTitle.js";
export { usePendingCounts } from "./sessions/usePendingCounts.js";

// Connection
export { useConnectionBanner } from "./connection/useConnectionBanner.js";
export { ConnectionBanner } from "./connection/ConnectionBanner.js";
export { AccountMenu } from "./connection/AccountMenu.js";
export { AgentLog } from "./connection/AgentLog.js";
export { Notice } from "./connection/Notice.js";
export { getAgentTitle } from "./connection/getAgentTitle.js";

// Recordings
export { PlayerBar } from "./player/PlayerBar.js";
export { usePlayerBar } from "./player/usePlayerBar.js";

// Controls in the same style
export { CopyButton } from "./controls/CopyButton.js";
export { Icon, Spinner } from "./controls/Icon.js";
export { LabeledSelect } from "./options/LabeledSelect.js";
export { Popover, useClosePopover } from "./controls/Popover.js";
export { Tabs } from "./controls/Tabs.js";
export { useMediaQuery } from "./controls/useMediaQuery.js";
export { downloadText, type DownloadedFile } from "./format/downloadText.js";
export { createLazyComponent } from "./controls/createLazyComponent.js";

// Types: the panel, and what its parts share
export type { AgentPanelProps } from "./panel/AgentPanel.js";
export type { AcpUiProviderProps } from "./context/AcpUiProvider.js";
export type { AcpUi, ConversationTarget, FileLocation, ReadFile } from "./context/acpUiContext.js";
export type { PanelAgent } from "./context/panelAgent.js";
export type {
  CheckpointButtonProps,
  CodeLine,
  CodeProps,
  CodeToken,
  CodeTokenKind,
  ContentSlots,
  DiffViewProps,
  MarkdownTextProps,
  MessageProps,
  OutputProps,
  ProposedEditsProps,
  RowSlots,
  SubagentCardProps,
  ToolCallCardProps,
  TurnEndProps,
  UiSlots,
} from "./context/slots.js";
export type { TextGroupOverrides, UiTextOverrides, UiTexts } from "./texts/texts.js";
export type { PanelActions, Setting } from "./actions/usePanelActions.js";

// Types: conversation
export type { ConversationState, ScrollerProps } from "./conversation/useConversation.js";
export type { BlockViewProps } from "./conversation/BlockView.js";
export type { ConversationBlock, ToolCallItem } from "./conversation/groupTimeline.js";
export type { EmptyStateProps, ExamplePrompt } from "./conversation/EmptyState.js";
export type { TerminalOutputProps } from "./toolCall/TerminalOutput.js";
export type { TerminalOutputState } from "./toolCall/useTerminalOutput.js";
export type { ToolCallCardState } from "./toolCall/useToolCallCard.js";
export type { PhaseDisplay } from "./toolCall/toolCallPhase.js";
export type { TimeSpan } from "./time/Duration.js";

// Types: requests that wait for the user
export type { ElicitationPromptProps } from "./elicitation/ElicitationPrompt.js";
export type { ElicitationFormState } from "./elicitation/useElicitationForm.js";
export type { FormField } from "./elicitation/parseFormFields.js";
export type { PermissionDockState } from "./permission/usePermissionDock.js";

// Types: composer, plan and settings
export type { ComposerFieldProps, ComposerState } from "./composer/useComposer.js";
export type { FieldEdits } from "./composer/useFieldEdits.js";
export type { Delivery } from "./composer/useSend.js";
export type { Attachment, ReadingAttachment } from "./composer/attachments.js";
export type { FolderFiles } from "./mentions/fileMentions.js";
export type {
  Mention,
  MentionContent,
  MentionSession,
  MentionSource,
} from "./mentions/mention.js";
export type { FoundMention } from "./mentions/searchMentions.js";
export type { MentionHints } from "./mentions/useMentionHints.js";
export type { OptionKeys } from "./composer/useOptionKeys.js";
export type { Attachments } from "./composer/useAttachments.js";
export type { CommentedLines, LineComment } from "./comments/lineComment.js";
export type { LineComments } from "./comments/useComments.js";
export type { CommandHints } from "./composer/useCommandHints.js";
export type { UsageMeterState } from "./composer/useUsageMeter.js";
export type { QueuedPromptsState } from "./queue/useQueuedPrompts.js";
export type { ReviewChangesProps } from "./review/ReviewChanges.js";
export type { ContinueState } from "./conversation/useContinue.js";
export type { RetryState } from "./conversation/useRetry.js";
export type { PlanPanelState } from "./plan/usePlanPanel.js";

// Types: sessions
export type { SessionPickerProps } from "./sessions/SessionPicker.js";
export type { SessionListProps, SessionListState } from "./sessions/useSessionList.js";
export type { ListedSession } from "./sessions/useListedSessions.js";
export type { SessionListing } from "./sessions/useSessionListing.js";
export type { MenuItem } from "./controls/Menu.js";
export type {
  ListedSavedSession,
  SessionListActions,
  SessionListError,
  SessionPageRequest,
} from "./sessions/sessionActions.js";
export type { ArchiveActions, ArchiveAgent } from "./sessions/sessionArchive.js";
export type {
  SessionActions,
  SavedSessionActions,
  SessionActionsOptions,
  SessionAgent,
} from "./sessions/useSessionActions.js";

// Types: connection
export type {
  ClosedState,
  ConnectionBannerState,
  ReconnectingState,
  SignInState,
} from "./connection/useConnectionBanner.js";
export type {
  ConnectionBannerProps,
  ConnectionEndDescription,
} from "./connection/connectionBannerProps.js";
export type { AccountMenuProps } from "./connection/AccountMenu.js";
export type { AgentLogProps } from "./connection/AgentLog.js";
export type { NoticeProps } from "./connection/Notice.js";

// Types: recordings
export type { PlayerBarProps } from "./player/PlayerBar.js";
export type {
  FramePlayer,
  FramePlayerState,
  PlayerBarOptions,
  PlayerBarState,
} from "./player/usePlayerBar.js";

// Types: controls in the same style
export type { CopyButtonProps } from "./controls/CopyButton.js";
export type { IconProps } from "./controls/Icon.js";
export type { IconName } from "./controls/iconPaths.js";
export type { ChoiceGroup } from "./options/choiceGroups.js";
export type { LabeledSelectProps } from "./options/LabeledSelect.js";
export type { PopoverProps } from "./controls/Popover.js";
export type { TabsProps } from "./controls/Tabs.js";
export type { LazyComponent } from "./controls/createLazyComponent.js";

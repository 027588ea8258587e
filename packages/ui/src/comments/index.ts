export { CommentLayer } from "./CommentLayer.js";
export { CommentList } from "./CommentList.js";

// Package text puts things into words for people: what is wrong with a text that they typed and where
// ([Mistake]), which word they may have meant ([DidYouMean]), and what the values of their programs look
// like ([Value]). It lays words out on a screen: in columns ([Table]) and folded ([Fold], [Head]). An
// answer is made of [Parts], which a screen shows as lines and a page as what they are.
package text

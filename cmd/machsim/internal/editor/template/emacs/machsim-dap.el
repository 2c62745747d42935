;;; machsim-dap.el --- machsim's debugger for dap-mode -*- lexical-binding: t -*-
;; Written by machsim editor, which replaces it.

;;; Code:

;; Some versions of treemacs do not have it, and windows of variables need it.
(defvar treemacs-text-scale nil)

(require 'dap-mode)

(defgroup machsim nil "The debugger of machsim." :group 'dap-mode)

(defcustom machsim-command "{{machsim}}"
  "The command machsim." :type 'string)

(defun machsim-dap--populate (conf)
  "Add to CONF what a launch needs."
  (-> conf
      (dap--put-if-absent :dap-server-path (list machsim-command "dap"))
      (dap--put-if-absent :type "machsim")
      (dap--put-if-absent :request "launch")
      (dap--put-if-absent :name "machsim")
      (dap--put-if-absent :cwd default-directory)
      (dap--put-if-absent :program (directory-file-name (expand-file-name default-directory)))))

(dap-register-debug-provider "machsim" #'machsim-dap--populate)
(dap-register-debug-template "machsim: this package" (list :type "machsim" :request "launch"))
(dap-register-debug-template "machsim: this package, live" (list :type "machsim" :request "launch" :live t))

(defun machsim-dap (program seed)
  "Debug the run of PROGRAM that SEED says.
PROGRAM is the name of one, the directory of a package, or the file of a recording."
  (interactive (list (read-string "Program: " nil nil (directory-file-name (expand-file-name default-directory)))
                     (read-number "Seed: " 1)))
  (dap-debug (list :type "machsim" :name (format "machsim %s" program) :program program :seed seed)))

(defun machsim-dap-step-back ()
  "Go one line back, over calls."
  (interactive)
  (dap--step "stepBack" (dap--cur-session-or-die)))

(defun machsim-dap-step-back-into ()
  "Go one line back, into calls."
  (interactive)
  (dap--step "stepBackIn" (dap--cur-session-or-die)))

(defun machsim-dap-step-back-out ()
  "Go back to where the function was called."
  (interactive)
  (dap--step "stepBackOut" (dap--cur-session-or-die)))

(defun machsim-dap-reverse-continue ()
  "Go back to the last breakpoint, or to the start of the run."
  (interactive)
  (dap--step "reverseContinue" (dap--cur-session-or-die)))

(defvar machsim-dap--data nil
  "The data breakpoints: a session, and the ids of its breakpoints.")

(defun machsim-dap--set-data (session ids)
  "Have SESSION stop where variables are written, those of IDS."
  (setq machsim-dap--data (cons session ids))
  (dap-request session "setDataBreakpoints" :breakpoints
               (apply #'vector (mapcar (lambda (id) (list :dataId id :accessType "write")) ids))))

(defun machsim-dap-break-on-write (expression)
  "Stop before EXPRESSION, a variable, a field or an element, is written."
  (interactive (list (read-string "Stop where this is written: " (thing-at-point 'symbol))))
  (let* ((session (dap--cur-active-session-or-die))
         (frame (or (dap--debug-session-active-frame session) (user-error "Choose a frame first")))
         (info (dap-request session "dataBreakpointInfo" :name expression :frameId (gethash "id" frame)))
         (id (or (gethash "dataId" info) (user-error "%s" (gethash "description" info))))
         (ids (and (eq session (car machsim-dap--data)) (cdr machsim-dap--data))))
    (machsim-dap--set-data session (cons id (remove id ids)))
    (message "It stops where %s is written" (gethash "description" info))))

(defun machsim-dap-forget-writes ()
  "Stop no more where variables are written."
  (interactive)
  (machsim-dap--set-data (dap--cur-active-session-or-die) nil))

(defun machsim-dap-page ()
  "Open the page of the browser on the recording that is debugged."
  (interactive)
  (let ((info (dap-request (dap--cur-active-session-or-die) "recording")))
    (start-process "machsim web" "*machsim web*" machsim-command
                   "web" (gethash "file" info) "--at" (gethash "position" info))))

(provide 'machsim-dap)
;;; machsim-dap.el ends here
